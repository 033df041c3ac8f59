/** What a field shows has been taken by its program before anything else is done, or the answer says that this is not known. */
import t from 'tap'
import type { Act } from '../../../daemon/platform/platform.ts'
import { noCompiler as skip } from '../../fixtures/ax/stub.ts'
import { makeWorld } from '../../fixtures/ax/world.ts'

const { signal } = new AbortController()
const world = `app pid=321 bundle=org.example.held title=Held front
  AXWindow title=Window main AXMinimized=false at=0,0,300,300
    AXTextField as=date title=Date value="1" stub.held="1" at=10,10,100,20
    AXTextArea as=note title=Note value="none" stub.held="none" at=10,40,100,20
    AXCheckBox title=Sure value=0 press=toggle at=10,70,100,20
    AXButton as=save title=Save press=key:count:1 at=10,100,100,20
    AXButton title=Bold settable= press=key:count:1 at=10,130,100,20
    AXStaticText as=count id=count value="0" at=10,160,100,20
` as const

t.test('what programs hold', { skip }, async (t) => {
  const made = makeWorld(t, { worlds: [world], apps: '321=org.example.held' })
  const warm = await made.open('org.example.held')
  const perform = async (name: string, act: Act) => {
    const { key } = [...warm.tree.walk()].find(({ title }) => title === name)!
    return await warm.source.perform(key, act, signal)
  }
  const held = (field: string) => made.command(`get ${field} stub.held`)
  const untaken = /^the program may take it only when/

  t.match(await perform('Date', { action: 'set_value', value: '3' }), { untaken })
  t.equal(await held('date'), '1')
  t.equal((await perform('Save', { action: 'click' })).untaken, undefined)
  t.equal(await held('date'), '3', 'left by a press')
  t.match(await perform('Note', { action: 'type', value: ' yet' }), { untaken })
  t.equal((await perform('Sure', { action: 'toggle' })).untaken, undefined)
  t.equal(await held('note'), 'none yet', 'left by a switch')
  await perform('Date', { action: 'set_value', value: '4' })
  t.match(await perform('Note', { action: 'set_value', value: 'more' }), { untaken })
  t.equal(await held('date'), '4', 'left for another field')
  t.match(await perform('Bold', { action: 'click' }), { untaken: /^the field "Note" still has the keyboard/ })
  t.equal(await held('note'), 'none yet', 'such a button takes no focus')
  t.equal((await perform('Note', { action: 'set_value', value: 'more' })).noop, true)
})
