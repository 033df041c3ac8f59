/** Which platforms a configuration opens, and in which order. */
import { join } from 'node:path'
import t from 'tap'
import { openPlatforms } from '../../daemon/platform/open.ts'

const recording = JSON.stringify({
  format: 'interface-explorer-recording',
  version: 1,
  target: { kind: 'application', id: 'org.example.scene', name: 'Scene' },
  root: { key: 1, role: 'AXApplication', title: 'Scene' },
})

t.test('platforms are opened by name; recordings only where they are asked for, alone or last', async (t) => {
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const names = async (settings: Partial<Parameters<typeof openPlatforms>[0]>) => {
    const platforms = await openPlatforms({ headed: false, ...settings }, log)
    for (const platform of platforms) await platform.close()
    return platforms.map((platform) => platform.name)
  }
  const mac = process.platform === 'darwin' ? ['ax'] : []
  const desktop = process.platform === 'linux' ? ['atspi'] : []
  t.same(await names({}), ['cdp', ...desktop, ...mac])
  t.same(await names({ platforms: ['cdp'] }), ['cdp'])
  t.same(await names({ platforms: ['replay'] }), ['replay'])
  const file = join(t.testdir({ 'a.json': recording, 'bad.json': '{}' }), 'a.json')
  t.same(await names({ replay: file }), ['replay'], 'a recording stands alone')
  t.same(await names({ platforms: ['replay', 'cdp'] }), ['cdp', 'replay'], 'unless others are named')
  t.same(await names({ platforms: ['cdp'], replay: file }), ['cdp', 'replay'], 'a recording that is named is played')
  await t.rejects(names({ replay: file.replace('a.json', 'bad.json') }), { name: 'invalid_params' })
  t.same(await names({ platforms: ['ax'] }), ['ax'], 'where it is asked for, on any system')
})
