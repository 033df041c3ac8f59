/** Shows a waiting person that work continues: on stderr, on a terminal, after a second. */

const afterMs = 1000
const everyMs = 120
let isHeld = false

/** Stops drawing: somebody is typing on its line. */
export function holdSpinner(): void {
  isHeld = true
}

const marks = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']

export async function withSpinner<T>(what: string, work: () => Promise<T>): Promise<T> {
  if (!process.stderr.isTTY) return await work()
  let turn: NodeJS.Timeout | undefined
  let count = 0
  const draw = () => isHeld || process.stderr.write(`\r${marks[count++ % marks.length]} ${what} …`)
  const start = setTimeout(() => {
    draw()
    turn = setInterval(draw, everyMs)
  }, afterMs)
  try {
    return await work()
  } finally {
    clearTimeout(start)
    clearInterval(turn)
    if (count > 0 && !isHeld) process.stderr.write('\r\u001b[K')
  }
}
