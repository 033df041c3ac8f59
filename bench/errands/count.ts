/** What an errand cost, from the log of its calls. */
import { readFileSync } from 'node:fs'
import { tokensOf } from '../encoding.ts'

export interface Call {
  /** Milliseconds of wall time. */
  readonly began: number
  readonly ended: number
  /** Process id of the shell that made it. */
  readonly shell: number
  readonly asked: string
  readonly answer: string
  /** The sizes of the pictures that it made. */
  readonly kilopixels: readonly number[]
}

export interface Cost {
  /** Calls that an agent made in a row without reading the answers are one turn. */
  readonly turns: number
  readonly calls: number
  /** Of what was asked and answered, and of pictures. */
  readonly tokens: number
  readonly pictures: number
}

/**
 * No model reads an answer and writes the next call faster; calls in one line of a shell come faster even on a busy
 * machine.
 */
const readMs = 1500
const tokensAKilopixel = 1.3

export function callsIn(log: string): Call[] {
  const lines = readFileSync(log, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
}

export function count(calls: readonly Call[]): Cost {
  const pictures = calls.flatMap(({ kilopixels }) => kilopixels)
  const seen = pictures.reduce((all, one) => all + one * tokensAKilopixel, 0)
  const said = calls.reduce((all, { asked, answer }) => all + tokensOf(asked) + tokensOf(answer), 0)
  const isSame = (a: Call, b: Call) => a.shell === b.shell && b.began - a.ended < readMs
  const isTurn = (call: Call, at: number) => at === 0 || !isSame(calls[at - 1]!, call)
  return {
    turns: calls.filter(isTurn).length,
    calls: calls.length,
    tokens: Math.round(said + seen),
    pictures: pictures.length,
  }
}
