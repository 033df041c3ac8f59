import { spawn } from 'node:child_process'
import t, { type Test } from 'tap'
import type { Row } from '../../../daemon/platform/element/row.ts'
import { noCompiler as skip } from '../../fixtures/ax/stub.ts'
import { makeWorld } from '../../fixtures/ax/world.ts'
import { contract, type Find, modelled, type Scene } from '../contract.ts'

const named =
  (name: string): Find =>
  ({ title, description, identifier }: Row) =>
    [title, description, identifier].includes(name)

const canary = 'correct horse'
const scene = (pid: number): `app ${string}` => `app pid=${pid} bundle=org.example.scene title=Scene front
  AXWindow as=main id=main title=Main sub=AXStandardWindow main AXMinimized=false AXModal=false at=0,30,400,600
    AXButton title=Count press=key:count:1 at=10,40,80,20
    AXStaticText as=count id=count value="0" at=100,40,80,20
    AXCheckBox title=Check value=0 press=toggle at=10,70,80,20
    AXTextField title=Field value="text" at=10,100,80,20
    AXButton title=Off disabled at=10,130,80,20
    AXButton title=Nowhere AXHidden=true at=10,160,80,20
    AXTextField title=Fixed value="fixed" settable=AXFocused at=10,190,80,20
    AXSlider title=Level value=5.0 AXMinValue=0 AXMaxValue=10 at=10,220,80,20
    AXPopUpButton as=unit title=Unit value="0" press=show:unit-menu at=10,250,80,20
      AXMenu as=unit-menu away
        AXMenuItem title=m press=key:unit:m;hide:unit-menu
        AXMenuItem title=cm press=key:unit:cm;hide:unit-menu
    AXSecureTextField title=Secret value="${canary}" at=10,280,80,20
    AXButton title=Later press=show:late at=10,310,80,20
    AXStaticText as=late value=late away at=100,310,80,20
    AXButton title=Dialog press=show:sheet at=10,340,80,20
    AXGroup as=list desc=List at=10,370,300,100
      AXStaticText value=first at=10,370,80,20
    AXSheet as=sheet title=Ask away at=0,30,400,600
      AXButton title=OK press=hide:sheet at=20,50,80,20
  AXMenuBar at=0,0,1440,24
    AXMenuBarItem title=View at=10,0,34,24
      AXMenu
        AXMenuItem title="As Icons…" press=key:count:icons
        AXMenuItem title="As Rows" press=key:count:rows
`

t.test('contract', { skip }, async (t) => {
  await contract(t, {
    async scene(t: Test): Promise<Scene> {
      // The world's applications are no processes: this one is told apart from a living one by a process that stands for it.
      const stand = spawn('sleep', ['600'], { stdio: 'ignore' })
      t.teardown(() => stand.kill('SIGKILL'))
      const { pid = 0 } = stand
      const world = makeWorld(t, { worlds: [scene(pid)], apps: `${pid}=org.example.scene` })
      const target = await world.target('org.example.scene')
      const poke = (line: string) => async () => {
        await world.command(line)
      }
      let texts = 100
      return {
        platform: world.platform,
        target,
        ...modelled(named, canary),
        pokes: {
          text: async () => {
            await world.command(`set count AXValue "${texts++}"`)
          },
          insert: async () => {
            await world.command(
              'insert list 0 AXGroup as=new desc=New at=10,380,100,20\n  AXStaticText value=inner at=10,380,50,20',
            )
          },
          state: poke('set main AXMinimized false'),
          remove: async () => {
            await world.command('destroy new')
          },
          rebuild: poke('rebuild list'),
        },
        replace: async () => {
          await world.command('crash').catch(() => {})
        },
        end: async () => {
          await world.command(`quit ${pid}`)
          stand.kill('SIGKILL')
        },
      }
    },
  })
})
