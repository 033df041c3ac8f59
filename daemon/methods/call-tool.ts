/** `call_tool`: calls a tool that a page offers; judged like any act in that page. */
import { advise } from '../../api-schema/advice.ts'
import { cut } from '../../api-schema/cut.ts'
import type { Params, Result } from '../../api-schema/methods.ts'
import { nearNames } from '../../api-schema/near-names.ts'
import { quoted } from '../../api-schema/quoted.ts'
import { agreedScript } from '../answers/consent/consent.ts'
import { inOwnTurn } from '../answers/consent/turn.ts'
import { openedDialog } from '../answers/content/dialogs.ts'
import { guarded } from '../answers/content/preview.ts'
import { reportEffect, touch } from '../answers/included/effect.ts'
import { expectedBy } from '../answers/included/expected.ts'
import { parameterText } from '../answers/look/tools.ts'
import { tabTarget } from '../answers/where/scope.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import { settle } from '../effect/settle.ts'
import { until } from '../platform/acting/polling.ts'
import type { PageTool, ToolInput, ToolOutcome } from '../platform/tab/tools.ts'
import { Problem } from '../problem.ts'
import type { Warm } from '../tree/warm/sync.ts'

/** Time for a page to register its first tool. */
const registerMs = 1000
const filledHint = 'The form is filled and not sent: the page wants that to be seen first. Press its button to send it.'

export const callTool: Handler<'call_tool'> = async (params, call, world) => {
  const warm = await world.trees.warm(await tabTarget(params.tab, call, world), call.signal)
  return await inOwnTurn(warm, call, world, () => callIn(warm, params, call, world))
}

async function callIn(warm: Warm, params: Params<'call_tool'>, call: Call, world: World): Promise<Result<'call_tool'>> {
  const tool = await toolOf(warm, params, call)
  const input = meantInput(tool, params.input)
  checkInput(tool, input)
  const written = `${tool.name}(${JSON.stringify(input)})`
  await agreedScript(warm, written, call, 'call a tool of the page, which may do anything,')
  // What it changes is the difference from what was there before.
  await warm.freshen({ freshness: 'auto', signal: call.signal, deadline: call.deadline })
  call.session.hold(warm.target.id)
  const touched = touch(warm, warm.tree.revision)
  const outcome = await answered(warm, tool, input, call, world)
  const { settled } = await settle(warm, call)
  const { diff } = expectedBy('call_tool', params.expectation)
  const { format, maxTokens } = params
  return {
    ...told(outcome, warm.epoch !== touched.epoch, maxTokens, call, world),
    ...('dialog' in outcome && openedDialog(outcome.dialog, call)),
    ...reportEffect([touched], { format, maxTokens, diff }, world),
    ...(!settled && { settled: false }),
    ...(diff && { revision: warm.tree.revision }),
  }
}

async function answered(
  warm: Warm,
  tool: PageTool,
  input: ToolInput,
  call: Call,
  { log }: World,
): Promise<ToolOutcome> {
  const { app, id } = warm.target
  const note = (effect: string) =>
    log.info(
      { agent: call.agent.name, session: call.session.name, app, target: id, action: 'call_tool', effect },
      'action',
    )
  try {
    const outcome = await warm.source.page!.tools.call(tool, input, call)
    note('failed' in outcome ? 'failed' : 'confirmed')
    return outcome
  } catch (error) {
    note(error instanceof Problem ? error.name : 'failed')
    throw error
  }
}

/** The tool that the call means. */
async function toolOf(warm: Warm, { name, frame }: Params<'call_tool'>, { signal }: Call): Promise<PageTool> {
  const { page, target } = warm.source
  if (page === undefined)
    throw new Problem('unsupported_here', { message: `${target.id} is not a tab: only pages offer tools.` })
  await page.tools.caughtUp(signal)
  const { isSupported } = page.tools
  // A page that has just arrived may still register its tools.
  if (isSupported) await until(async () => page.tools.known.length > 0, { ms: registerMs, signal })
  const { known } = page.tools
  const named = known.filter((tool) => tool.name === name)
  const found = frame === undefined ? named : named.filter(({ url }) => url.includes(frame))
  if (found.length === 1) return found[0]!
  if (found.length > 1)
    throw new Problem('invalid_params', {
      message: `${found.length} frames of the page offer the tool ${quoted(name)}. Nothing was done.`,
      hint: 'Give as frame a part of the address of one of them that no other has.',
      data: { path: 'params.frame', candidates: found.slice(0, 5).map(({ url }) => cut(url, 200)) },
    })
  if (!isSupported)
    throw new Problem('unsupported_here', {
      message: `The browser of ${target.id} does not know of tools that pages offer (WebMCP).`,
      hint: 'Act on the elements of the page: Call {explore} for them.',
    })
  const names = [...new Set(known.map((tool) => tool.name))]
  const near = nearNames(name, names)
  const what =
    frame === undefined || named.length === 0 ? quoted(name) : `${quoted(name)} in a frame at ${quoted(frame)}`
  throw new Problem('not_found', {
    message: `The page offers no tool ${what}${names.length === 0 ? ', nor any other' : ''}.`,
    hint:
      names.length === 0
        ? 'Act on the elements of the page. A browser that was not started here offers tools only with --enable-features=WebMCP.'
        : 'Call {explore} for the tools that it offers.',
    ...(names.length > 0 && { data: { near: near.length > 0 ? near : names.slice(0, 5) } }),
  })
}

/** Numbers and booleans may come as texts, since a shell has nothing else. */
function meantInput({ parameters }: PageTool, input: ToolInput): ToolInput {
  const typeOf = (name: string) => parameters.find((one) => one.name === name)?.type
  return Object.fromEntries(Object.entries(input).map(([name, value]) => [name, meantValue(value, typeOf(name))]))
}

function meantValue(value: unknown, type: string | undefined): unknown {
  if (typeof value !== 'string') return value
  if (type === 'boolean' && /^(true|false)$/.test(value)) return value === 'true'
  const isNumber = (type === 'integer' || type === 'number') && value.trim() !== '' && Number.isFinite(Number(value))
  return isNumber ? Number(value) : value
}

/** Rejects only obvious slips: the tool itself judges the rest. */
function checkInput({ name, parameters, isClosed }: PageTool, input: ToolInput): void {
  const names = parameters.map((parameter) => parameter.name)
  const given = Object.keys(input)
  const missing = parameters.find((one) => one.required && !given.includes(one.name))
  const others = given.filter((one) => !names.includes(one))
  const slip = others.find((one) => isClosed || missing !== undefined || nearNames(one, names, 1).length > 0)
  if (missing === undefined && slip === undefined) return
  const [meant] = slip === undefined ? [] : nearNames(slip, names, 1)
  const what =
    slip === undefined
      ? `the tool ${quoted(name)} needs ${quoted(missing!.name)}`
      : `the tool ${quoted(name)} takes no ${quoted(slip)}${meant === undefined ? '' : `: it may mean ${quoted(meant)}`}`
  const takes = names.length === 0 ? 'nothing' : quoted(parameters.map(parameterText).join(', '), 400)
  const note = (missing ?? parameters.find((one) => one.name === meant))?.description
  throw new Problem('invalid_params', {
    message: `params.input: ${what}. Nothing was done.`,
    hint: `The page says that it takes ${takes}${note === undefined ? '' : `, and of ${quoted((missing?.name ?? meant)!)}: ${quoted(note, 100)}`}.`,
    data: { path: 'params.input' },
  })
}

/** `isLeft`: another document has replaced the page, and the browser answers in its place, usually with nothing. */
function told(outcome: ToolOutcome, isLeft: boolean, maxTokens: number, call: Call, world: World): Result<'call_tool'> {
  if ('dialog' in outcome || (isLeft && 'output' in outcome && JSON.stringify(outcome.output) === '[]')) return {}
  if ('filled' in outcome) return { filled: true, hint: advise(filledHint, call.has) }
  const isError = 'failed' in outcome || (outcome.output as { readonly isError?: unknown } | null)?.isError === true
  const content = 'failed' in outcome ? outcome.failed : textOf(outcome.output)
  const { shown, preview } = guarded(
    cut(content, world.sessions.longest - 50),
    { less: 'ask the tool for less', maxTokens },
    call,
    world,
  )
  return { text: shown, ...(isError && { isError }), ...preview }
}

/** The texts of an MCP tool result; anything else as JSON. */
function textOf(output: unknown): string {
  if (typeof output === 'string') return output
  const { content } = (output ?? {}) as { readonly content?: unknown }
  const parts: unknown[] = Array.isArray(content) ? content : []
  const texts = parts.map((part) => (part as { readonly text?: unknown } | null)?.text)
  if (parts.length > 0 && texts.every((text) => typeof text === 'string')) return texts.join('\n')
  return JSON.stringify(output) ?? ''
}
