/** What others wrote to judge these protocols by. */
import type { Test } from 'tap'
import { installedOrSkip } from '../fixtures/npm-packages.ts'

/** Some of them need Node 22, and the daemon runs on what runs these tests. */
const node = { linux: 'node-linux', darwin: 'node-bin-darwin' }[process.platform as string] ?? 'node-none'
export const node22 = { package: `${node}-${process.arch}`, version: '22.23.3' }

const versions = {
  '@json-schema-tools/meta-schema': '1.8.0',
  '@modelcontextprotocol/conformance': '0.2.0-alpha.12',
  '@open-rpc/spec': '1.4.1',
  [node22.package]: node22.version,
  jayson: '5.0.0',
  'json-rpc-2.0': '1.8.1',
}

export function judgesOrSkip(t: Test): string | undefined {
  return installedOrSkip(t, '.judges', versions)
}
