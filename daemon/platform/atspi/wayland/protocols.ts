/**
 * The parts of Wayland's protocols in use, as in their XML: the requests and events of each interface, in order.
 * Arguments by letter: u uint, i int, f fixed, s string, a array, o object, n new object (of the interface named last),
 * h file descriptor.
 */
export const protocols: { readonly [name: string]: readonly [requests: readonly string[], events: readonly string[]] } =
  {
    wl_display: [
      ['sync:n:wl_callback', 'get_registry:n:wl_registry'],
      ['error:ous', 'delete_id:u'],
    ],
    wl_registry: [['bind:usun'], ['global:usu', 'global_remove:u']],
    wl_callback: [[], ['done:u']],
    wl_shm: [['create_pool:nhi:wl_shm_pool'], ['format:u']],
    wl_shm_pool: [['create_buffer:niiiiu:wl_buffer', 'destroy:', 'resize:i'], []],
    wl_buffer: [['destroy:'], ['release:']],
    wl_output: [['release:'], ['geometry:iiiiissi', 'mode:uiii', 'done:', 'scale:i', 'name:s', 'description:s']],
    wl_seat: [
      ['get_pointer:n', 'get_keyboard:n', 'get_touch:n', 'release:'],
      ['capabilities:u', 'name:s'],
    ],
    zxdg_output_manager_v1: [['destroy:', 'get_xdg_output:no:zxdg_output_v1'], []],
    zxdg_output_v1: [['destroy:'], ['logical_position:ii', 'logical_size:ii', 'done:', 'name:s', 'description:s']],
    zwp_virtual_keyboard_manager_v1: [['create_virtual_keyboard:on:zwp_virtual_keyboard_v1'], []],
    zwp_virtual_keyboard_v1: [['keymap:uhu', 'key:uuu', 'modifiers:uuuu', 'destroy:'], []],
    zwlr_virtual_pointer_manager_v1: [['create_virtual_pointer:on:zwlr_virtual_pointer_v1', 'destroy:'], []],
    zwlr_virtual_pointer_v1: [
      [
        ...['motion:uff', 'motion_absolute:uuuuu', 'button:uuu', 'axis:uuf', 'frame:', 'axis_source:u', 'axis_stop:uu'],
        ...['axis_discrete:uufi', 'destroy:'],
      ],
      [],
    ],
    org_kde_kwin_fake_input: [
      [
        ...['authenticate:ss', 'pointer_motion:ff', 'button:uu', 'axis:uf', 'touch_down:uff', 'touch_motion:uff'],
        ...['touch_up:u', 'touch_cancel:', 'touch_frame:', 'pointer_motion_absolute:ff', 'keyboard_key:uu'],
        ...['destroy:', 'keyboard_keysym:uu'],
      ],
      [],
    ],
    zwlr_screencopy_manager_v1: [
      [
        'capture_output:nio:zwlr_screencopy_frame_v1',
        'capture_output_region:nioiiii:zwlr_screencopy_frame_v1',
        'destroy:',
      ],
      [],
    ],
    zwlr_screencopy_frame_v1: [
      ['copy:o', 'destroy:', 'copy_with_damage:o'],
      ['buffer:uuuu', 'flags:u', 'ready:uuu', 'failed:', 'damage:uuuu', 'linux_dmabuf:uuu', 'buffer_done:'],
    ],
    zwlr_foreign_toplevel_manager_v1: [['stop:'], ['toplevel:n:zwlr_foreign_toplevel_handle_v1', 'finished:']],
    zwlr_foreign_toplevel_handle_v1: [
      [
        ...['set_maximized:', 'unset_maximized:', 'set_minimized:', 'unset_minimized:', 'activate:o', 'close:'],
        ...['set_rectangle:oiiii', 'destroy:', 'set_fullscreen:o', 'unset_fullscreen:'],
      ],
      [...['title:s', 'app_id:s', 'output_enter:o', 'output_leave:o', 'state:a', 'done:', 'closed:', 'parent:o']],
    ],
    ...dataControl('zwlr'),
    ...dataControl('ext'),
  }

/** One protocol under two names: wlroots' own, and the standard that it became. */
function dataControl(prefix: string) {
  const of = (part: string) => `${prefix}_data_control_${part}_v1`
  return {
    [of('manager')]: [
      [`create_data_source:n:${of('source')}`, `get_data_device:no:${of('device')}`, 'destroy:'],
      [],
    ] as const,
    [of('device')]: [
      ['set_selection:o', 'destroy:', 'set_primary_selection:o'],
      [`data_offer:n:${of('offer')}`, 'selection:o', 'finished:', 'primary_selection:o'],
    ] as const,
    [of('source')]: [
      ['offer:s', 'destroy:'],
      ['send:sh', 'cancelled:'],
    ] as const,
    [of('offer')]: [['receive:sh', 'destroy:'], ['offer:s']] as const,
  }
}
