/** Elements that take text without being editable: the page draws what their `EditContext` holds. */

/** Not yet in the compiler's library. */
interface EditContext {
  readonly text: string
}

export function contextOf(element: Element): EditContext | undefined {
  return (element as Element & { readonly editContext?: EditContext | null }).editContext ?? undefined
}
