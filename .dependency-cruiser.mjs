/**
 * Who may import whom. `docs/architecture.md` draws it; a wrong arrow fails `npm run check`. Type imports count like
 * all others: there is no import cycle of either kind.
 */

/** All that the rest knows of a platform. */
const platform = ['daemon/platform/*.ts', ...['basics', 'element', 'tab'].map((room) => `daemon/platform/${room}`)]

/** What the copy of an application and its view build on. */
const under = [...platform, 'daemon/platform/naming', 'daemon/problem.ts', 'daemon/time-limit.ts', 'api-schema']

/** What handlers share: they know the daemon, and no platform. */
const handling = [
  ...['daemon/problem.ts', 'daemon/dispatch.ts', 'daemon/agents', 'daemon/run', 'daemon/tree', 'daemon/view'],
  ...['daemon/effect', ...platform, 'daemon/platform/acting', 'daemon/platform/keys', 'api-schema'],
]

/** A place, which is a folder or a file → what it may import besides itself. `node` stands for Node's own modules. */
const places = {
  'api-schema': [],
  clients: [
    ...['api-schema', 'daemon/run/ownership.ts', 'daemon/run/regular-file.ts', 'daemon/run/same-user.ts'],
    'daemon/run/desktop-consent.ts',
    ...['daemon/view/fit/tokens.ts', 'node'],
  ],
  /** It runs in a browser. */
  'clients/view/page': ['api-schema', 'daemon/view/fit/tokens.ts', 'clients/view/places.ts'],
  /** It runs in a browser. */
  'clients/extension/chrome': ['clients/extension/names.ts', 'clients/extension/parts.ts'],
  'daemon/run/ownership.ts': ['api-schema', 'node'],
  'daemon/run/desktop-consent.ts': ['daemon/run/ownership.ts', 'api-schema', 'node'],
  'daemon/run/regular-file.ts': ['node'],
  'daemon/run/same-user.ts': ['node'],

  'daemon/problem.ts': ['api-schema'],
  'daemon/time-limit.ts': [],
  'daemon/version.ts': ['node'],
  'daemon/json.ts': ['daemon/problem.ts'],
  'daemon/answer-bounds.ts': ['daemon/problem.ts', 'api-schema'],
  'daemon/valid-example.ts': ['daemon/json.ts', 'api-schema'],
  'daemon/validate.ts': ['daemon/problem.ts', 'daemon/valid-example.ts', 'daemon/json.ts', 'api-schema'],
  'daemon/config.ts': ['daemon/validate.ts', 'daemon/json.ts', 'daemon/run', 'api-schema', 'node'],
  'daemon/run': ['daemon/problem.ts', 'api-schema', 'node'],
  'daemon/agents': ['daemon/problem.ts', 'api-schema', 'node'],

  'daemon/effect': ['daemon/tree', ...under, 'daemon/platform/acting', 'node'],
  'daemon/effect/report': ['daemon/tree', 'daemon/view', ...under],

  'daemon/reach.ts': ['daemon/problem.ts', 'daemon/agents', 'daemon/tree', ...platform, 'api-schema'],
  'daemon/deadline.ts': ['daemon/problem.ts', 'api-schema'],
  'daemon/dispatch.ts': [
    ...['daemon/problem.ts', 'daemon/validate.ts', 'daemon/config.ts', 'daemon/answer-bounds.ts', 'daemon/agents'],
    ...['daemon/reach.ts', 'daemon/deadline.ts'],
    ...['daemon/run', 'daemon/tree', ...platform, 'api-schema'],
  ],
  'daemon/methods': [
    ...['daemon/time-limit.ts', 'daemon/config.ts', 'daemon/version.ts', 'daemon/json.ts', 'daemon/reach.ts'],
    ...[...handling, 'daemon/answers', 'node'],
  ],
  'daemon/serve': [
    ...['daemon/problem.ts', 'daemon/dispatch.ts', 'daemon/version.ts', 'daemon/json.ts', 'daemon/agents'],
    ...['daemon/reach.ts', 'daemon/tree/targets', ...platform, 'daemon/run', 'daemon/view/fit/tokens.ts'],
    ...['api-schema', 'node'],
  ],
  'daemon/main.ts': ['daemon/daemon.ts', 'daemon/run', 'node'],
  'daemon/ixd.ts': ['daemon/main.ts', 'api-schema', 'node'],
  'daemon/daemon.ts': ['daemon', 'api-schema', 'node'],

  'daemon/platform/basics': [],
  'daemon/platform/element': ['daemon/platform/basics', 'api-schema'],
  'daemon/platform/tab': [...platform, 'api-schema'],
  'daemon/platform/*.ts': [...platform, 'api-schema'],
  'daemon/platform/demonstration.ts': [...platform, 'daemon/problem.ts'],
  'daemon/platform/open.ts': ['daemon/platform', 'daemon/problem.ts', 'daemon/config.ts', 'daemon/run/log.ts'],
  'daemon/platform/acting': [...platform, 'daemon/problem.ts', 'daemon/time-limit.ts', 'api-schema'],
  'daemon/platform/naming': [...platform, 'api-schema'],
  'daemon/platform/keys': ['daemon/problem.ts', 'api-schema'],
  'daemon/platform/pictures': [...platform, 'daemon/problem.ts', 'api-schema', 'node'],
  'daemon/platform/replay': ['node'],
  /** What the ax host, a process of its own, loads; the daemon never does. */
  'daemon/platform/ax/host': ['daemon/platform/ax/wire', 'node'],
  'daemon/platform/ax/launchd': ['daemon/platform/ax/host', 'api-schema', 'node'],
}

/** The rooms of a place, lowest first: each may import those before it. `*.ts` are the files next to the rooms. */
const rooms = {
  'daemon/tree': 'model index naming warm identity targets record',
  'daemon/view': 'fold name select write fit',
  'daemon/answers': 'consent where look find content included',
  'daemon/platform/cdp':
    'injected wire read watch geometry input act capture feeds scripts page overrides *.ts browser cdp.ts',
  'daemon/platform/atspi':
    'toolkits wire desktop read watch geometry act capture apps x11 wayland wlroots kwin mutter *.ts',
  'daemon/platform/ax': 'wire read watch input act capture apps *.ts',
}

/** Rooms within a room, lowest first: none imports those after it, or the files next to them. */
const inner = { 'daemon/platform/atspi/act': 'subject reach press fields popups' }

/** What all platforms may import: the interface, and what is done in the same way on each of them. */
const shared = [
  ...[...platform, 'daemon/platform/acting', 'daemon/platform/keys', 'daemon/platform/naming'],
  'daemon/platform/pictures',
  ...[
    'daemon/run/desktop-consent.ts',
    'daemon/run/is-listening.ts',
    'daemon/run/regular-file.ts',
    'daemon/problem.ts',
    'daemon/time-limit.ts',
    'api-schema',
  ],
]

/** Rooms that only compute, and know neither the system nor the clock. */
const pure = /^daemon\/(view\/.*|tree\/(model|index|naming))$/

/** What each room of a place may import besides the rooms before it. */
function beside(place) {
  if (place === 'daemon/view') return ['daemon/tree', ...under]
  if (place === 'daemon/answers') return ['daemon/time-limit.ts', ...handling]
  return place === 'daemon/tree' ? under : shared
}

/**
 * Each package is imported in one file; `lru-cache` is no service but a bounded Map, for anyone who keeps a few of
 * many.
 */
const packages = {
  ajv: 'daemon/validate.ts',
  'lru-cache': 'daemon',
  sharp: 'daemon/platform/pictures/encode.ts',
  pngjs: 'daemon/platform/pictures/drawing-thread.ts',
  ws: 'daemon/platform/cdp/wire/web-socket.ts',
  acorn: 'daemon/platform/cdp',
  '@jellybrick/dbus-next': 'daemon/platform/atspi/wire/bus.ts',
  x11: 'daemon/platform/atspi/x11/connection.ts',
  'jsonc-parser': 'clients/install/entry.ts',
  preact: 'clients/view/page',
  'ffi-rs': 'daemon/platform/ax/host/native/engine.ts',
}

/** Only daemon.ts knows the methods, and only platform/open.ts names the platforms. */
const alone = {
  'daemon/ixd.ts': [],
  'daemon/main.ts': ['daemon/ixd.ts'],
  'daemon/daemon.ts': ['daemon/main.ts'],
  'daemon/platform/open.ts': ['daemon/daemon.ts'],
}

for (const [place, list] of Object.entries(rooms)) {
  const names = list.split(' ').map((room) => `${place}/${room}`)
  names.forEach((name, at) => {
    places[name] = [...beside(place), ...names.slice(0, at), ...(pure.test(name) ? [] : ['node'])]
  })
}
places['daemon/platform/replay'].push(...shared)

/** A place as an expression; of `*.ts` those files that are not places of their own. */
function pathOf(place) {
  if (!place.endsWith('/*.ts')) return `^${place}(/|$)`
  const folder = place.slice(0, -'*.ts'.length)
  const own = Object.keys(places).filter(
    (other) => other.startsWith(folder) && other.endsWith('.ts') && other !== place,
  )
  const others = own.map((other) => other.slice(folder.length)).filter((name) => !name.includes('/'))
  return others.length === 0 ? `^${folder}[^/]+$` : `^${folder}(?!(${others.join('|')})$)[^/]+$`
}

const allowed = Object.entries(places).flatMap(([place, targets]) => {
  const from = { path: pathOf(place) }
  const paths = [place, ...targets.filter((target) => target !== 'node')].map(pathOf)
  const rules = [{ from, to: { path: paths, pathNot: place in alone ? [] : Object.keys(alone).map(pathOf) } }]
  return targets.includes('node') ? [...rules, { from, to: { dependencyTypes: ['core'] } }] : rules
})

export default {
  forbidden: [
    { name: 'no-cycle', severity: 'error', from: {}, to: { circular: true } },
    ...Object.entries(inner).flatMap(([place, list]) =>
      list.split(' ').map((room, at, all) => ({
        name: `inner-${room}`,
        severity: 'error',
        from: { path: `^${place}/${room}/` },
        to: { path: [`^${place}/[^/]+$`, ...all.slice(at + 1).map((later) => `^${place}/${later}/`)] },
      })),
    ),
  ],
  allowed: [
    ...allowed,
    { from: { path: '^clients/start\\.mjs$' }, to: { path: '^dist/clients/' } },
    { from: { path: '^daemon/platform/cdp/' }, to: { path: 'devtools-protocol' } },
    ...Object.entries(packages).map(([name, file]) => ({
      from: { path: pathOf(file) },
      to: { path: `node_modules/(@types/)?${name}/` },
    })),
  ],
  allowedSeverity: 'error',
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: ['node_modules', 'dist'] },
    exclude: { path: '^(test|bench)/' },
  },
}
