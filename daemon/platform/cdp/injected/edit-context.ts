/** Elements that take text without being editable: a page draws what its `EditContext` holds. */

/** Not in the compiler's library yet. */
interface EditContext {
  readonly text: string
}

export function contextOf(element: Element): EditContext | undefined {
  return (element as Element & { readonly editContext?: EditContext | null }).editContext ?? undefined
}
