/**
 * What other tools need on real machines, by their authors' own accounts of 2025 and 2026: recorded, not measured here.
 * They are listed with what was measured over the imitation to show the order of magnitude, not to be divided by each
 * other.
 */
export const axPeers = {
  requests: 'macMCP ~27, cua-driver 11–16, agent-desktop ~2 and the actions',
  warm: 'all read everything again',
  search: 'none has an index; macMCP does not apply the filter',
  ids: 'none keeps ids over a new snapshot',
  rows: 'cua-driver: 20,037 ms and a failure, then 1,381 ms by visible rows',
  act: 'macMCP: two walks of the application and 200 ms of sleep',
  size: 'macMCP: 29,612 characters for 153 elements',
  hang: 'a message waits up to 6 s, and the one process with it',
  crash: 'the tool ends',
  events: 'polling, or a new walk at each question',
} as const

/** Characters that macMCP answers for one element, in its own recorded answer. */
export const macMcpCharacters = 29_612 / 153
