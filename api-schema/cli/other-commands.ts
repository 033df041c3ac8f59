/** Other tools' commands and their names here: whoever types one is told ours rather than that there is none. */
const commandsFor: { readonly [ours: string]: readonly string[] } = {
  'double-click': ['dblclick'],
  scroll: ['scrollintoview', 'mousewheel'],
  do: ['batch', 'run-code'],
  text: ['get text'],
  'explore --format html': ['get html'],
  'explore --format count': ['get count'],
  expand: ['get attr', 'get box', 'get value', 'get styles'],
  visibility: ['is visible'],
  explore: ['is enabled', 'is checked'],
  tabs: ['tab', 'tab-list'],
  'tabs open': ['tab new', 'tab-new'],
  'tabs select': ['tab-select'],
  'tabs close': ['tab close', 'tab-close'],
  'navigate back': ['back', 'go-back'],
  'navigate forward': ['forward', 'go-forward'],
  'navigate reload': ['reload'],
  accept: ['dialog-accept'],
  dismiss: ['dialog-dismiss'],
  hover: ['mousemove'],
  key: ['keydown', 'keyup', 'sendkeys'],
  emulate: ['viewport', 'device', 'set viewport', 'set device', 'set geo', 'set offline', 'set media'],
  storage: [
    'cookies',
    'storage local',
    'storage session',
    'cookie-list',
    'state-save',
    'state-load',
    'localstorage-list',
  ],
  route: ['unroute', 'route-list', 'network route', 'network unroute', 'set headers', 'set credentials'],
  session: ['session-list', 'list'],
  stop: ['kill-all', 'close-all'],
  trace: ['tracing-start'],
  network: ['requests', 'network requests'],
  attach: ['connect'],
}

/** The command meant by these words; `undefined` if no tool has them. */
export function otherCommand([first = '', second = '']: readonly string[]): string | undefined {
  const is = (words: string) => Object.entries(commandsFor).find(([, theirs]) => theirs.includes(words))?.[0]
  return is(`${first} ${second}`) ?? is(first)
}
