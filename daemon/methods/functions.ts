/** `eval_define_function`, `eval_call_function`, `eval_list_functions`: an agent's own functions, stored per tab. */
import { firstLine } from '../agents/functions.ts'
import { agreedScript } from '../answers/consent/consent.ts'
import { inOwnTurn } from '../answers/consent/turn.ts'
import { answerOf, optionsOf, sceneOf } from '../answers/content/scripted.ts'
import type { Handler } from '../dispatch.ts'
import { parseJson } from '../json.ts'
import { Problem } from '../problem.ts'

export const defineFunction: Handler<'eval_define_function'> = async (params, call, world) => {
  const { name, source, replace } = params
  const { functions } = call.session
  const scene = await sceneOf({ tab: params.tab, elementId: undefined }, call, world)
  await agreedScript(scene.warm, source, call)
  await inOwnTurn(scene.warm, call, world, async () => {
    const fn = functions.draft(scene.tab, name, source, replace)
    await scene.scripts.define(fn, optionsOf(scene, call, world)).catch((error) => Promise.reject(concise(error)))
    functions.define(scene.tab, fn)
  })
  return { message: `✓ Function defined: ${name}` }
}

function concise(error: unknown): unknown {
  if (!(error instanceof Problem) || error.name !== 'script_failed') return error
  return new Problem('script_failed', {
    message: error.message,
    hint: 'Pass one function as source, such as (a, b) => a + b.',
    data: error.data,
  })
}

export const callFunction: Handler<'eval_call_function'> = async (params, call, world) => {
  const { tab, name, argsJson, elementId } = params
  const args = argumentsIn(argsJson)
  const scene = await sceneOf({ tab, elementId }, call, world)
  const fn = call.session.functions.get(scene.tab, name)
  await agreedScript(scene.warm, `${name}(${args.map((one) => JSON.stringify(one)).join(', ')})`, call)
  const options = () => optionsOf(scene, call, world)
  const outcome = await inOwnTurn(scene.warm, call, world, () => scene.scripts.call(fn, args, options()))
  return answerOf(outcome, call, world)
}

export const listFunctions: Handler<'eval_list_functions'> = async ({ tab }, call, world) => {
  const scene = await sceneOf({ tab, elementId: undefined }, call, world)
  const functions = call.session.functions.list(scene.tab)
  return {
    functions: functions.map(({ name, source }) => ({ name, source: firstLine(source), length: source.length })),
  }
}

function argumentsIn(json: string): readonly unknown[] {
  let args: unknown
  try {
    args = parseJson(Buffer.from(json))
  } catch (error) {
    if (!(error instanceof Problem) || error.name !== 'parse_error')
      throw unfit('is nested too deep, or sets a prototype')
    throw unfit(`is not JSON: ${faultIn(json)}`)
  }
  if (Array.isArray(args)) return args
  throw unfit(`expected a list of arguments, found ${args === null ? 'null' : typeof args}`)
}

/** The location and text of a JSON fault. The engine gives a position only for some. */
function faultIn(json: string): string {
  const said = faultOf(json) ?? ''
  const named = /position (\d+)/.exec(said)?.[1]
  const at = said.startsWith(wrongToken) ? firstWrong(json) : Number(named ?? json.length)
  const [found] = json.slice(at)
  return found === undefined
    ? `it ends too early, at position ${at}`
    : `unexpected ${JSON.stringify(found)} at position ${at}`
}

const wrongToken = 'Unexpected token'

function faultOf(json: string): string | undefined {
  try {
    JSON.parse(json)
    return undefined
  } catch (error) {
    return String((error as Error).message)
  }
}

/** Arguments that end before the fault are incomplete; those that contain it are wrong. */
function firstWrong(json: string): number {
  let [fine, wrong] = [0, json.length]
  while (wrong - fine > 1) {
    const middle = Math.floor((fine + wrong) / 2)
    if (faultOf(json.slice(0, middle))?.startsWith(wrongToken)) wrong = middle
    else fine = middle
  }
  return wrong - 1
}

function unfit(what: string): Problem {
  return new Problem('invalid_params', {
    message: `params.argsJson: ${what}.`,
    hint: 'For example: {eval_call_function} {"tab":"t1","name":"add","argsJson":"[1,2]"}',
    data: { path: 'params.argsJson' },
  })
}
