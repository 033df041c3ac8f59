/** What can be looked at: tabs, applications, recordings. */
import type { Result } from '../../../api-schema/methods.ts'
import { call, type Params } from './daemon.ts'

export interface Target {
  readonly kind: 'tab' | 'application' | 'recording'
  readonly id: string
  readonly title: string
  readonly current: boolean
}

export async function targets(): Promise<readonly Target[]> {
  const [tabs, apps] = await Promise.all([listed('tabs'), listed('apps')])
  return [
    ...(tabs?.tabs ?? []).map(
      ({ tab, title, url, selected }): Target => ({
        kind: 'tab',
        id: tab,
        title: title || url,
        current: selected === true,
      }),
    ),
    ...(apps?.apps ?? []).map(
      ({ bundleId, name, platform, focused }): Target => ({
        kind: platform === 'replay' ? 'recording' : 'application',
        id: bundleId,
        title: name,
        current: focused === true,
      }),
    ),
  ]
}

/** If one platform does not answer, the other's targets are still listed. */
async function listed<M extends 'tabs' | 'apps'>(method: M): Promise<Result<M> | undefined> {
  try {
    return await call(method, { action: 'list' })
  } catch {
    return undefined
  }
}

export function whereOf({ kind, id }: Target): Params {
  return kind === 'tab' ? { scope: 'tab', tab: id } : { scope: 'application', bundleId: id }
}

/** The target of a call, as far as its parameters say. */
export function targetIn({ tab, bundleId }: Params, all: readonly Target[]): Target | undefined {
  const id = tab ?? bundleId
  if (id === undefined) return undefined
  const lower = String(id).toLowerCase()
  return all.find((one) => one.id === id) ?? all.find(({ title }) => title.toLowerCase() === lower)
}

/** A tab in use is likelier to be wanted than the browser around it. */
export function firstOf(all: readonly Target[]): Target | undefined {
  return all.find(({ kind, current }) => kind === 'tab' && current) ?? all.find(({ current }) => current) ?? all[0]
}
