/** A trace as a Playwright test, which asserts what was read back after each act. */
import { rolesBehind } from '../../api-schema/aria-role.ts'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { actionLine, literal, locator, type Spot, type Subject } from '../../api-schema/playwright.ts'
import type { Act, Check, Named, Part } from './acts.ts'

export function playwrightTest(parts: readonly Part[], title: string): string {
  const app = parts.find(({ kind }) => kind === 'application')
  if (app !== undefined)
    throw new UsageError(`Playwright drives pages, and ${app.target} is an application: write it --as ix.`)
  let typed = 0
  const body = parts.flatMap(({ done }, at) => [
    ...(at === 0 ? [] : ['page = await context.newPage()']),
    ...done.flatMap(({ act, checks }) => [
      lineOf(act).replace("'…'", () => `process.env.TYPED_${++typed} ?? ''`),
      ...(act.isUnknown ? [] : checks.flatMap(assertion)),
    ]),
  ])
  return [
    "import { expect, test } from '@playwright/test'",
    '',
    ...(typed === 0
      ? []
      : ['// What was typed and is not in the trace comes from the environment: TYPED_1 and so on.']),
    `test(${literal(title)}, async ({ context }) => {`,
    '  let page = await context.newPage()',
    ...body.map((line) => `  ${line}`),
    '})',
    '',
  ].join('\n')
}

function lineOf(act: Act): string {
  const { action, on, value, keys, url, to, isUnknown } = act
  const lost = `// not in the trace: ${action.replaceAll('_', ' ')}`
  if (isUnknown || on?.near !== undefined) return lost
  if (action === 'goto') return `await page.goto(${literal(url!)})`
  if (action === 'back' || action === 'forward') return `await page.go${action === 'back' ? 'Back' : 'Forward'}()`
  if (action === 'reload') return 'await page.reload()'
  if (action === 'accept' || action === 'dismiss')
    return `// page.once('dialog', (dialog) => dialog.${action}()) goes before the line above`
  const isTyped = action === 'set_value' || action === 'type'
  const step = { action, value, keys, to, secure: isTyped && value === undefined }
  return actionLine(step, on && subjectOf(on), to?.on && spotOf(to.on)) ?? lost
}

function assertion(check: Check): readonly string[] {
  switch (check.what) {
    case 'text':
      return [`await expect(page.getByText(${literal(check.text)}, { exact: true }).first()).toBeVisible()`]
    case 'url':
      return [`await expect(page).toHaveURL(${literal(check.url)})`]
    case 'value':
      if (check.on.role === 'AXPopUpButton')
        return [
          `await expect(${locator(spotOf(check.on))}.locator('option:checked')).toHaveText(${literal(check.value)})`,
        ]
      return [`await expect(${locator(spotOf(check.on))}).toHaveValue(${literal(check.value)})`]
    case 'state':
      return stateOf(check.on, check.state)
  }
}

function stateOf(on: Named, state: string): readonly string[] {
  const at = `await expect(${locator(spotOf(on))})`
  if (state === 'checked') return [`${at}.toBeChecked()`]
  if (state === 'unchecked') return [`${at}.not.toBeChecked()`]
  if (state === 'selected') return [`${at}.toHaveAttribute('aria-selected', 'true')`]
  return [`${at}.toHaveAttribute('aria-expanded', '${state === 'expanded'}')`]
}

/** By its role and name, as Playwright recommends; by its text if no role is known. */
function spotOf({ name, role, subrole, nth }: Named): Spot {
  const [aria] = role === undefined ? [] : rolesBehind(role, subrole)
  const many = nth === undefined ? {} : { nth }
  // Playwright knows no role for a password.
  if (subrole === 'AXSecureTextField') return { frames: [], label: name, ...many }
  return aria === undefined
    ? { frames: [], selector: `text=${JSON.stringify(name)}`, ...many }
    : { frames: [], role: aria, name, ...many }
}

/** Markup that the trace does not tell is taken for the browser's own control. */
function subjectOf(on: Named): Subject {
  const [aria = ''] = on.role === undefined ? [] : rolesBehind(on.role, on.subrole)
  const tag = on.role === 'AXPopUpButton' ? 'select' : 'input'
  const type = aria === 'checkbox' || aria === 'radio' ? aria : 'text'
  return { spot: spotOf(on), tag, type, checked: false }
}
