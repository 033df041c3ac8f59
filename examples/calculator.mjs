// Adds 7 and 7 in the calculator that has the focus, and prints what each press changed. To try it on a recording:
//   npx ix replay examples/recordings/calculator.json && node examples/calculator.mjs
import { connect } from 'interface-explorer'

const ix = connect()
try {
  for (const name of ['7', 'add', '7', 'calculate']) {
    const find = { filter: { anyFieldContains: name }, elementTypes: ['button'] }
    const { effect, changed } = await ix.interact({ find, action: 'click' })
    console.log(`${name}: ${effect}, now ${changed?.changed?.map(({ now }) => now.value)}`)
  }
} finally {
  await ix.close()
}
