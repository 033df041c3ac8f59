/** Chooses what is looked at. */
import type { Target } from './target.ts'

interface Props {
  readonly all: readonly Target[] | undefined
  readonly chosen: Target | undefined
  readonly onChoose: (target: Target) => void
  readonly onList: () => void
}

const kinds = [
  ['tab', 'Tabs'],
  ['application', 'Applications'],
  ['recording', 'Recordings'],
] as const

export function TargetChooser({ all, chosen, onChoose, onList }: Props) {
  const groups = kinds.map(([kind, label]) => ({ label, of: (all ?? []).filter((one) => one.kind === kind) }))
  const choose = (name: string) => {
    const target = all?.find((one) => nameOf(one) === name)
    if (target !== undefined) onChoose(target)
  }
  return (
    <label class="chooser">
      <span>Looking at</span>
      <select
        value={chosen === undefined ? '' : nameOf(chosen)}
        disabled={all === undefined || all.length === 0}
        onFocus={onList}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {chosen === undefined && <option value="">{all === undefined ? 'Loading …' : 'Nothing is open'}</option>}
        {groups
          .filter((group) => group.of.length > 0)
          .map((group) => (
            <optgroup key={group.label} label={group.label}>
              {group.of.map((one) => (
                <option key={nameOf(one)} value={nameOf(one)}>
                  {one.kind === 'tab' ? `${one.id} · ${one.title}` : one.title}
                </option>
              ))}
            </optgroup>
          ))}
      </select>
    </label>
  )
}

function nameOf({ kind, id }: Target): string {
  return `${kind} ${id}`
}
