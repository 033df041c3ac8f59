/** Help that a program shows where the pointer is, or where it was, proves no press. */
import t from 'tap'
import { setUpProgram } from '../../fixtures/desktop/hands.ts'
import { answerThat } from '../../fixtures/until.ts'

const hands = await setUpProgram(t, 'tips.py')

interface Held {
  readonly pressed?: { readonly [name: string]: number }
}

for (const toolkit of ['gtk3', 'gtk4', 'qt5', 'qt6']) {
  t.test(toolkit, async (t) => {
    const { app, held, end } = await hands.run(toolkit)
    const field = await hands.one(app, { role: 'AXTextField' })
    const count = (name: string) => held<Held>().pressed?.[name] ?? 0
    const isPressed = async (
      name: string,
      act: () => Promise<{ effect?: string | undefined; why?: string | undefined }>,
    ) => {
      const before = count(name)
      const { effect, why } = await act()
      t.ok(
        await answerThat(
          () => count(name),
          (now) => now === before + 1,
        ),
        `${name} was pressed once`,
      )
      return why === undefined ? effect : `${effect}: ${why}`
    }
    // A field that has the keyboard is left by the pointer.
    const press = async (name: string) => {
      await hands.act(field, { action: 'type', value: 'x' })
      const button = await hands.one(app, { role: 'AXButton', titleContains: name })
      return await isPressed(name, () => hands.act(button, { action: 'click' }))
    }
    for (const name of ['Dead', 'Live', 'Dead', 'Write', 'Dead', 'Clear', 'Dead'])
      t.match(await press(name), name === 'Dead' ? /^unverified/ : /^confirmed$/, name)
    if (toolkit.startsWith('qt')) {
      const window = await hands.one(app, { role: 'AXWindow' })
      for (const name of ['Nothing', 'Something', 'Nothing']) {
        await press('Write')
        const path = async () => hands.act(window, { action: 'menu', path: `File > ${name}` })
        t.match(await isPressed(name, path), name === 'Nothing' ? /^unverified/ : /^confirmed$/, name)
      }
    }
    await end()
  })
}
