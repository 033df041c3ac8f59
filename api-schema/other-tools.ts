/** Other tools' methods and their names here: callers who know those are told our name rather than a list. */
import { nearNames } from './near-names.ts'

const methodsFor: { readonly [method: string]: readonly string[] } = {
  explore: ['snapshot', 'find', 'query', 'search', 'elements', 'list', 'tree', 'observe', 'look', 'dump', 'inspect'],
  interact: [
    'click',
    'fill',
    'fill_form',
    'type',
    'press',
    'press_key',
    'key',
    'keys',
    'hover',
    'drag',
    'select',
    'select_option',
    'check',
    'uncheck',
    'toggle',
    'scroll',
    'tap',
    'set',
    'set_value',
    'act',
    'file_upload',
    'upload',
    'upload_file',
    'dialog',
    'handle_dialog',
    'run_code',
    'batch',
    'computer',
    'left_click',
    'right_click',
    'double_click',
    'left_click_drag',
    'mouse_move',
  ],
  navigate: ['open', 'goto', 'go', 'visit', 'browse', 'url', 'back', 'forward', 'reload', 'navigate_page'],
  tabs: [
    'new_tab',
    'new_page',
    'switch_tab',
    'select_page',
    'list_pages',
    'list_tabs',
    'close_tab',
    'close',
    'tab',
    'pages',
  ],
  text: ['read', 'extract', 'content', 'read_page'],
  screenshot: ['picture', 'image', 'capture'],
  wait: ['wait_for', 'sleep', 'wait_until'],
  evaluate: ['eval', 'execute', 'run', 'script', 'run_code', 'evaluate_script', 'javascript'],
  console: ['logs', 'console_messages', 'list_console_messages'],
  network: ['requests', 'network_requests', 'list_network_requests'],
  emulate: ['resize', 'resize_page', 'set_viewport', 'emulate_media', 'emulate_network', 'set_geolocation'],
  route: [
    'intercept',
    'mock',
    'block',
    'unroute',
    'route_list',
    'set_extra_http_headers',
    'authenticate',
    'network_route',
  ],
  permissions: ['grant_permissions', 'clear_permissions', 'grant', 'set_permission'],
  pdf: ['pdf_save', 'save_pdf', 'print', 'print_to_pdf'],
  apps: ['launch', 'applications', 'launch_app', 'list_apps', 'windows', 'list_windows'],
  expand: ['describe', 'details', 'element'],
}

/** For `browser_click`, `takeSnapshot`. */
function wordOf(name: string): string {
  return name
    .slice(0, 100)
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s.-]+/g, '_')
    .replace(/^(browser|page|puppeteer|playwright|get|take|do)_(?=.)/, '')
}

/** The known names that an unknown one may mean, best first. */
export function nearMethods(asked: string, known: Iterable<string>): string[] {
  const names = [...known]
  const word = wordOf(asked)
  if (names.includes(word)) return [word]
  const meant = Object.entries(methodsFor).flatMap(([method, words]) => (words.includes(word) ? [method] : []))
  const there = meant.filter((method) => names.includes(method))
  return there.length > 0 ? there : nearNames(asked, names)
}
