/** Copies a call in one of its forms. */
import { useState } from 'preact/hooks'
import { type Copyable, copyOf, type Form, forms } from './copies.ts'
import type { Start } from './daemon.ts'

export function CopyAs({ copied, reach }: { readonly copied: Copyable; readonly reach: Start['reach'] }) {
  const [done, setDone] = useState<{ readonly form: Form; readonly ok: boolean }>()
  const copy = async (form: Form) => {
    const ok = await navigator.clipboard.writeText(copyOf(copied, form, reach)).then(
      () => true,
      () => false,
    )
    setDone({ form, ok })
  }
  return (
    <div class="copy">
      <span>Copy as</span>
      {forms.map((form) => (
        <button key={form} type="button" aria-label={`Copy as ${form}`} onClick={() => copy(form)}>
          {form}
        </button>
      ))}
      <span class="done" role="status">
        {done === undefined ? '' : done.ok ? `Copied as ${done.form}` : 'The browser did not allow it'}
      </span>
    </div>
  )
}
