/** A trace as a script of `ix do`: it ends at the first step that fails, or differs from the trace. */
import { rolesBehind } from '../../api-schema/aria-role.ts'
import type { Act, Check, Named, Part } from './acts.ts'

/** This many fit one call, including the checks between them. */
const mostSteps = 40

export function ixScript(parts: readonly Part[]): string {
  return `${['#!/bin/sh', '# Each value that is not in the trace is read from stdin, a line for each.', 'set -e', ...parts.flatMap(commandsOf)].join('\n')}\n`
}

function commandsOf({ target, kind, done }: Part): readonly string[] {
  const place = kind === 'tab' ? '' : ` --app ${shellWord(target)}`
  const steps = done.flatMap(({ act, checks }) => [stepOf(act), ...(act.isUnknown ? [] : checks.map(checkOf))])
  const lines: string[] = []
  let some: string[] = []
  const end = () => {
    if (some.length > 0) lines.push(`ix do${place} ${some.map((step) => `\\\n  ${shellWord(step)}`).join(' ')}`)
    some = []
  }
  for (const step of steps) {
    if (step.startsWith('#') || some.length === mostSteps) end()
    if (step.startsWith('#')) lines.push(step)
    else some.push(step)
  }
  end()
  return lines
}

function stepOf(act: Act): string {
  const { action, on, value, keys, url, path, to, isUnknown } = act
  const verb = action === 'set_value' ? 'set' : action.replaceAll('_', '-')
  if (isUnknown)
    return `# not in the trace: what ${verb} was done ${keys === undefined && on !== undefined ? 'with' : 'to'}`
  const said = value === undefined ? 'from stdin' : quoted(value)
  switch (action) {
    case 'goto':
      return `open ${quoted(url!)}`
    case 'set_value':
      return `set ${words(on!)} = ${said}`
    case 'type':
      return on === undefined ? `type ${said}` : `type ${words(on)} = ${said}`
    case 'toggle':
      return value === undefined
        ? `toggle ${words(on!)}`
        : `${/^(off|false|no)$/i.test(value) ? 'uncheck' : 'check'} ${words(on!)}`
    case 'select':
      return value === undefined ? `select ${words(on!)}` : `select ${words(on!)} = ${quoted(value)}`
    case 'key':
      return [`key ${keys}`, ...(on === undefined ? [] : [`on ${words(on)}`])].join(' ')
    case 'menu':
      return `menu ${quoted(path ?? '')}`
    case 'drag':
      return `drag ${words(on!)} to ${to?.on === undefined ? `${to?.x ?? 0},${to?.y ?? 0}` : words(to.on)}`
    default:
      return [
        verb,
        ...(on === undefined ? [] : [words(on)]),
        ...(to?.x === undefined ? [] : [`at ${to.x},${to.y}`]),
      ].join(' ')
  }
}

function checkOf(check: Check): string {
  switch (check.what) {
    case 'text':
      return `expect ${quoted(check.text)}`
    case 'url':
      return `expect url = ${quoted(check.url)}`
    case 'value':
      return `expect ${words(check.on)} = ${quoted(check.value)}`
    case 'state':
      return `expect ${words(check.on)} is ${check.state}`
  }
}

const kinds: { readonly [aria: string]: string } = {
  button: 'button',
  checkbox: 'checkbox',
  combobox: 'dropdown',
  link: 'link',
  radio: 'radio',
  searchbox: 'textfield',
  slider: 'slider',
  switch: 'checkbox',
  tab: 'tab',
  textbox: 'textfield',
}

function words({ name, role, subrole, nth, near }: Named): string {
  const kind = role === undefined ? undefined : kinds[rolesBehind(role, subrole)[0] ?? '']
  return [
    ...(kind === undefined ? [] : [kind]),
    quoted(name),
    ...(near === undefined ? [] : [`near ${quoted(near)}`]),
    ...(nth === undefined ? [] : [`--nth ${nth}`]),
  ].join(' ')
}

/** For `ix do`, as a shell takes a quoted text. */
function quoted(text: string): string {
  return `"${text.replace(/\s+/g, ' ').replace(/["\\$`]/g, '\\$&')}"`
}

function shellWord(text: string): string {
  return /^[\w.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
