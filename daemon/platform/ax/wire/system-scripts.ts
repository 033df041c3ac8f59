/**
 * JavaScript for macOS's own `osascript`: AppKit calls that return structures or bytes, which the ax host's foreign
 * function interface cannot handle. Clipboard content goes through standard input and output, since a program's
 * arguments are visible to everyone.
 */

/** Screens in points from the main screen's top left corner, as JSON. */
export const screensScript = `
ObjC.import('AppKit')
function run() {
  const frames = ObjC.unwrap($.NSScreen.screens).map((screen) => screen.frame)
  const height = frames[0].size.height
  return JSON.stringify(frames.map(({ origin, size }) => ({
    x: origin.x, y: height - origin.y - size.height, width: size.width, height: size.height,
  })))
}`

/** {text, files, picture} as JSON, the picture as base64 PNG; missing parts are left out. */
export const readClipboardScript = `
ObjC.import('AppKit')
function run() {
  const board = $.NSPasteboard.generalPasteboard
  const found = {}
  const text = ObjC.unwrap(board.stringForType('public.utf8-plain-text'))
  if (text) found.text = text
  const items = ObjC.unwrap(board.pasteboardItems) || []
  const files = items.map((item) => {
    const url = item.stringForType('public.file-url')
    return url.isNil() ? undefined : ObjC.unwrap($.NSURL.URLWithString(url).path)
  }).filter(Boolean)
  if (files.length > 0) found.files = files
  let png = board.dataForType('public.png')
  const tiff = board.dataForType('public.tiff')
  if (png.isNil() && !tiff.isNil() && files.length === 0)
    png = $.NSBitmapImageRep.imageRepWithData(tiff).representationUsingTypeProperties(4, $({}))
  if (!png.isNil()) found.picture = ObjC.unwrap(png.base64EncodedStringWithOptions(0))
  return JSON.stringify(found)
}`

/** Takes the same from standard input. */
export const writeClipboardScript = `
ObjC.import('AppKit')
function run() {
  const given = $.NSFileHandle.fileHandleWithStandardInput.readDataToEndOfFile
  const { text, files = [], picture } =
    JSON.parse(ObjC.unwrap($.NSString.alloc.initWithDataEncoding(given, $.NSUTF8StringEncoding)))
  const items = files.map((file) => {
    const item = $.NSPasteboardItem.alloc.init
    item.setStringForType($.NSURL.fileURLWithPath(file).absoluteString, 'public.file-url')
    return item
  })
  if (items.length === 0) items.push($.NSPasteboardItem.alloc.init)
  if (text !== undefined) items[0].setStringForType(text, 'public.utf8-plain-text')
  if (picture !== undefined)
    items[0].setDataForType($.NSData.alloc.initWithBase64EncodedStringOptions(picture, 0), 'public.png')
  const board = $.NSPasteboard.generalPasteboard
  board.clearContents
  if (!board.writeObjects($(items))) throw new Error('the clipboard did not accept it')
}`
