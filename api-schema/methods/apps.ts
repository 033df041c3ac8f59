import { defineMethod } from '../method.ts'
import { bundleId, staleList } from '../params.ts'
import { plain } from '../plain.ts'
import { notes, staleLine } from '../text/included.ts'

const named = (action: string) =>
  ({
    if: { properties: { action: { const: action } }, required: ['action'] },
    then: { required: ['bundleId'] },
  }) as const

export const apps = defineMethod({
  name: 'apps',
  summary: 'List, launch, activate, hide or quit applications.',
  params: {
    type: 'object',
    additionalProperties: false,
    properties: {
      action: { type: 'string', enum: ['list', 'launch', 'activate', 'hide', 'quit'], default: 'list' },
      bundleId: {
        ...bundleId,
        description: 'Application id or name from `apps`; for launch, any that is installed.',
      },
      files: {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: 4096 },
        minItems: 1,
        maxItems: 20,
        description: 'Absolute paths for launch to open.',
      },
    },
    allOf: [named('launch'), named('activate'), named('hide'), named('quit')],
  },
  result: {
    type: 'object',
    required: ['apps'],
    properties: {
      apps: {
        type: 'array',
        description: 'All, with list; otherwise the affected one, while it runs.',
        items: {
          type: 'object',
          required: ['bundleId', 'name', 'platform'],
          properties: {
            bundleId: { type: 'string' },
            name: { type: 'string' },
            pid: { type: 'integer' },
            platform: { type: 'string' },
            focused: { type: 'boolean' },
            menuBar: { type: 'boolean', description: 'On macOS: not in the Dock, with items in the menu bar alone.' },
            tabs: { type: 'integer', description: 'How many tabs a browser has.' },
          },
        },
      },
      ended: { type: 'string', description: 'Id of the application that quit.' },
      hint: { type: 'string', description: 'Why it is still running after quit.' },
      ...staleList,
    },
  },
  errors: ['app_not_found', 'unsupported_here', 'unresponsive'],
  scope: 'read',
  actionScopes: { launch: 'interact', activate: 'interact', hide: 'interact', quit: 'interact' },
  effect: 'acts',
  group: 'core',
  positional: ['action', 'bundleId', 'files'],
  examples: [
    { summary: 'All of them', params: {} },
    {
      summary: 'Start one; answers once it can be explored',
      params: { action: 'launch', bundleId: 'org.gnome.Calculator' },
      result: {
        apps: [{ bundleId: 'org.gnome.Calculator', name: 'Calculator', pid: 4711, platform: 'atspi', focused: true }],
      },
    },
    { summary: 'Open a file', params: { action: 'launch', bundleId: 'mousepad', files: ['/srv/notes.txt'] } },
  ],
  text: ({ apps, ended, hint, reason }) => {
    if (ended !== undefined) return `ended: ${plain(ended)}`
    if (apps.length === 0)
      return [hint === undefined ? 'No applications.' : plain(hint), ...staleLine(reason)].join('\n')
    const lines = apps
      .map(
        (app) =>
          `${plain(app.bundleId)} ${notes(plain(app.name), [
            app.platform,
            app.pid !== undefined && `pid ${app.pid}`,
            app.tabs !== undefined && `${app.tabs} ${app.tabs === 1 ? 'tab' : 'tabs'}`,
            app.focused && 'focused',
            app.menuBar && 'menu bar',
          ])}`,
      )
      .join('\n')
    return [lines, ...(hint === undefined ? [] : [plain(hint)]), ...staleLine(reason)].join('\n')
  },
})
