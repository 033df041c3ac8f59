/** Attacks (A access, I input, D disclosure), faults (L) and invariants (N): what each is, and which tests also try it. */
const http = 'test/serve/http.test.ts'
const rpc = 'test/serve/rpc.test.ts'
const listen = 'test/serve/listen.test.ts'
const lifetime = 'test/run/lifetime.test.ts'
const ownership = 'test/clients/ownership.test.ts'
const mcp = 'test/clients/mcp.test.ts'
const session = 'test/agents/session.test.ts'
const agents = 'test/agents/agents.test.ts'
const rights = 'test/e2e/agents.test.ts'
const secure = 'test/platform/cdp/secure.test.ts'
const desktop = 'test/platform/atspi/faults.test.ts'
const host = 'test/platform/ax/faults.test.ts'
const ids = 'test/run/ids-file.test.ts'
const browser = 'test/platform/cdp/own-browser.test.ts'

export const rows = {
  A1: { title: 'a web page calls the daemon', files: [http] },
  A2: { title: 'DNS rebinding', files: [http] },
  A3: { title: 'another user, over the socket', files: [ownership, listen] },
  A4: { title: 'another user, over TCP', files: [rights] },
  A5: { title: 'folders and files that others prepared', files: [ownership, 'test/run/runtime-dir.test.ts'] },
  A6: { title: 'guessed tokens', files: [http] },
  A7: { title: 'missing, expired, revoked and narrow tokens', files: [rights, agents] },
  A8: { title: "handles of another's session", files: [session, 'test/e2e/sessions.test.ts'] },
  A9: { title: 'guessed handles', files: [session] },
  A10: { title: 'scripts without the right to them, and without end', files: [rights] },
  A11: { title: 'password managers', files: ['test/agents/limits.test.ts'] },
  I1: { title: 'bodies that are too large', files: [http] },
  I2: { title: 'slow headers and bodies', files: [http] },
  I3: { title: 'deep JSON', files: [rpc] },
  I4: { title: 'lists and texts without bounds', files: ['test/api-schema/schema.test.ts'] },
  I5: { title: 'prototype pollution', files: [rpc] },
  I6: { title: 'large batches', files: [rpc] },
  I7: { title: 'slow regular expressions', not: 'no parameter is a regular expression' },
  I8: { title: 'odd JSON', files: [rpc] },
  I9: { title: 'HTTP garbage and smuggling', files: [http] },
  I10: { title: 'random input', files: [rpc] },
  I11: { title: 'a flood by one client', files: [http] },
  D1: { title: 'passwords in answers', files: [secure] },
  D2: { title: 'passwords guessed by a filter', files: [secure] },
  D3: { title: 'secrets and screen text in the log', files: ['test/e2e/audit.test.ts', http] },
  D4: {
    title: 'text of the screen that passes for a line of ours',
    files: ['test/e2e/hostile-page.test.ts', 'test/clients/hostile-text.test.ts'],
  },
  D5: {
    title: 'dangerous actions by what the screen says',
    not: 'there is no list of dangerous words: agents get no right to more than they need',
  },
  D6: { title: 'the inside of the daemon in errors', files: [rpc] },
  D7: { title: 'secrets in previews of scripts and logs', files: ['test/platform/cdp/feeds.test.ts'] },
  L1: { title: 'an application, page or browser that hangs', files: [desktop, host] },
  L2: { title: 'an application or page that ends while it is read', files: [desktop, host, 'test/e2e/crash.test.ts'] },
  L3: { title: 'ids of what is gone', files: ['test/tree/identity/ids.test.ts'] },
  L4: { title: 'several clients act at once', files: ['test/e2e/methods.test.ts'] },
  L5: { title: 'a call that is sent again', files: [session] },
  L6: { title: 'a client that is gone in the middle', files: [http] },
  L7: { title: 'memory', files: [session], not: 'a million elements: see the memory of bench/results.md' },
  L8: { title: 'descriptors and timers that stay' },
  L9: {
    title: 'no descriptors left',
    not: 'a start with fewer than some 90: node itself opens as many to load the program',
  },
  L10: { title: 'a clock that is set', files: [session, agents, 'test/run/clock.test.ts'] },
  L11: { title: 'log and disk full, standard error closed', files: [lifetime, ids, 'test/run/log-sink.test.ts'] },
  L12: { title: 'two daemons, and stale sockets', files: [listen] },
  L13: { title: 'a port in use', files: [listen] },
  L14: { title: 'SIGTERM with calls under way', files: [lifetime, http] },
  L15: { title: 'a socket held over an upgrade', files: [listen], not: 'launchd itself: only a Mac has it' },
  L16: { title: 'kill -9 of the daemon', files: [listen, browser, ids] },
  L17: { title: 'the browser, bus, registry or X server ends', files: [browser, desktop] },
  L18: { title: 'a storm of changes', files: [desktop, 'test/e2e/busy-page.test.ts'] },
  L19: { title: 'the MCP shim', files: [mcp] },
  L20: { title: 'an error that nobody caught', files: [lifetime] },
  N1: { title: 'every request has exactly one reply with its id, or a broken connection' },
  N2: { title: 'what was pressed is what was answered with ok; what is unknown, once or not at all' },
  N3: { title: 'after an ok action every later reading shows it' },
  N4: { title: "no reply holds another session's tab" },
  N5: { title: 'at the end, what is kept is what a new reading finds' },
  N6: { title: 'no planted secret is outside', files: [secure] },
  N7: { title: 'descriptors are as before' },
  N8: { title: 'one audit line for each action, without text', files: ['test/e2e/audit.test.ts'] },
}
