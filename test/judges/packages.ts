/** What others wrote to judge these protocols by. */
import type { Test } from 'tap'
import { installedOrSkip } from '../fixtures/npm-packages.ts'

/** The suite needs Node 22, and the daemon runs on what runs these tests. */
const node22 = { linux: 'node-linux', darwin: 'node-bin-darwin' }[process.platform as string]
export const nodePackage = `${node22 ?? 'node-none'}-${process.arch}`

const versions = {
  '@json-schema-tools/meta-schema': '1.8.0',
  '@modelcontextprotocol/conformance': '0.2.0-alpha.12',
  '@open-rpc/spec': '1.4.1',
  [nodePackage]: '22.23.3',
  jayson: '5.0.0',
  'json-rpc-2.0': '1.8.1',
}

export function judgesOrSkip(t: Test): string | undefined {
  return installedOrSkip(t, '.judges', versions)
}
