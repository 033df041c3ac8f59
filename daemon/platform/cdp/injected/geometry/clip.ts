/** What CSS cuts off, as its words say. */

/** Is what it holds with a fixed position placed by it, rather than by the viewport? */
export function holdsFixed(style: CSSStyleDeclaration): boolean {
  return (
    [
      ...[style.transform, style.translate, style.rotate, style.scale],
      ...[style.perspective, style.filter, style.backdropFilter],
    ].some((word) => word && word !== 'none') ||
    /paint|layout|strict|content/.test(style.contain) ||
    /transform|filter|perspective/.test(style.willChange)
  )
}

/** By its path: nothing of it is drawn. */
export function isCutToNothing({ clipPath }: CSSStyleDeclaration): boolean {
  return /^(inset\((50%|100%)|circle\(0(px|%)?[ )]|polygon\((0(px|%)? 0(px|%)?(, )?)+\))/.test(clipPath)
}

/** Send along with any code that calls these. */
export const clipParts = [holdsFixed, isCutToNothing] as const
