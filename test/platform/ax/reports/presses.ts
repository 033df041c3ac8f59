/** Presses, scrolling and windows: what an answer says of them, and where input goes. */
import { behind, click, count, inWindow, type Reported, set } from './report.ts'

export const presses: readonly Reported[] = [
  {
    of: 'trycua/cua#3835',
    kind: 'an action that is listed, done, and denied by its code: done again by the pointer it would be undone',
    program: inWindow(
      'AXCheckBox as=edit title=Edit value=0 press=toggle;code:-25206 at=10,40,80,20',
      'AXCheckBox as=done title=Done value=0 press=toggle;code:-25205 at=10,70,80,20',
    ),
    acts: [click('Edit'), click('Done')],
    truth: [
      ['get edit AXValue', /^1$/],
      ['get done AXValue', /^1$/],
    ],
  },
  {
    of: 'lahfir/agent-desktop#125',
    kind: 'codes say neither that something was done nor that it was not',
    program: inWindow(
      'AXGroup as=folder title=Folder actions=AXOpen press=key:count:1;code:-25205 at=10,40,80,20',
      'AXGroup as=dead title=Dead actions=AXConfirm at=10,70,80,20',
      count,
    ),
    acts: [{ on: 'Folder', action: 'double_click' }, click('Dead', { says: 'unverified' })],
    truth: [['get count AXValue', /^1$/]],
  },
  {
    of: 'trycua/cua#2619',
    kind: 'a disabled control answers that its press was done',
    program: behind(inWindow('AXButton as=zoom title=Zoom disabled press=key:count:1 at=10,40,80,20', count)),
    acts: [click('Zoom', { says: 'element_changed' })],
    truth: [['presses zoom', /^0$/]],
  },
  {
    of: 'trycua/cua#3404',
    kind: 'a check box whose value is a boolean',
    program: inWindow('AXCheckBox as=allow title=Allow value=true press=toggle at=10,40,80,20'),
    acts: [{ shows: /checkbox: Allow \(checked\)/ }, { on: 'Allow', action: 'toggle', value: 'on', says: 'noop' }],
    truth: [['presses allow', /^0$/]],
  },
  {
    of: 'trycua/cua#2755, sh3ll3x3c/native-devtools-mcp#7',
    kind: 'a row that has no press is selected as a click does',
    program: inWindow(
      'AXOutline as=list title=List settable=AXFocused,AXSelectedRows at=10,40,200,60',
      '  AXRow as=one AXSelected=true at=10,40,200,20',
      '    AXStaticText value="alpha.txt" at=10,40,200,20',
      '  AXRow as=two AXSelected=false at=10,60,200,20',
      '    AXStaticText value="beta.txt" at=10,60,200,20',
    ),
    acts: [click('beta.txt')],
    truth: [
      ['get two AXSelected', /^1$/],
      ['get one AXSelected', /^0$/],
    ],
  },
  {
    of: 'trycua/cua#1895',
    kind: 'a list that takes no arrow keys, and has an action for a page',
    program: inWindow(
      'AXGroup as=chat title=Chat actions=AXScrollUpByPage,AXScrollDownByPage at=10,40,200,100',
      '  AXStaticText as=line value="first" at=10,40,200,20',
    ),
    acts: [{ on: 'Chat', action: 'scroll', value: 'down' }],
    truth: [
      ['frame line', /^10,-60,/],
      ['input', /^$/],
    ],
  },
  {
    of: 'trycua/cua#3804',
    kind: 'a scroll by a huge amount goes on for minutes',
    program: inWindow(
      'AXScrollArea title=Area at=10,40,200,100 AXVerticalScrollBar=@bar',
      '  AXScrollBar as=bar value=0.0 AXOrientation="AXVerticalOrientation" actions=AXIncrement,AXDecrement at=200,40,10,100',
      '  AXStaticText value="first" at=10,40,180,20',
    ),
    acts: [{ on: 'Area', action: 'scroll', to: { y: 1_000_000 }, says: ['confirmed', 'unverified'] }],
    truth: [['get bar AXValue', /^(\d|\d\d|100)$/]],
  },
]

export const windows: readonly Reported[] = [
  {
    of: 'Hammerspoon/hammerspoon#3836',
    kind: 'a window that moves by an animation, after its application has answered',
    program: inWindow(count).replace('main ', 'main stub.late=150 '),
    acts: [{ on: { role: 'AXWindow' }, action: 'move', to: { x: 40, y: 50 } }],
    truth: [['frame window', /^40,50,/]],
  },
  {
    of: 'QwenLM/qwen-code#11841, trycua/cua#3458',
    kind: 'a window in no list of its application, which is the focused one',
    program: inWindow('AXTextField as=name title=Name value="" at=10,40,100,20').replace(
      'main ',
      'main stub.unlisted=true ',
    ),
    acts: [set('Name', 'x')],
    truth: [['get name AXValue', /^x$/]],
  },
  {
    of: 'openclaw/Peekaboo#90',
    kind: 'a click for an application behind another one lands on that',
    program: behind(inWindow('AXGroup as=card title=Card actions= press=key:count:1 at=20,40,100,20', count)),
    acts: [click('Card')],
    truth: [
      ['get count AXValue', /^1$/],
      ['input', /^(?!.*mouse 1 .*to=331)/s],
    ],
  },
  {
    of: 'trycua/cua#2874',
    kind: 'a click is sent in two ways, and arrives twice',
    program: inWindow('AXGroup as=card title=Card actions= press=key:count:1 at=20,40,100,20', count),
    acts: [click('Card')],
    truth: [['input', /^(?!.*mouse 1 .*mouse 1 ).*mouse 1 .*mouse 2 /s]],
  },
  {
    of: 'trycua/cua#2672',
    kind: 'keys for an element that is gone are sent to whatever has the focus',
    program: inWindow(
      'AXTextField as=other title=Other value="" focused at=10,70,100,20',
      'AXTextField as=gone title=Gone value="" at=10,40,100,20',
      'AXButton title=Clear press=remove:gone at=10,100,100,20',
    ),
    acts: [click('Clear'), { on: 'Gone', action: 'key', keys: 'x', says: 'not_found' }],
    truth: [['get other AXValue', /^$/]],
  },
  {
    of: 'iFurySt/open-codex-computer-use#53',
    kind: 'a drag whose steps come too fast for the application to see one',
    program: inWindow(
      'AXGroup as=tile title=Tile stub.drag=start at=20,40,60,20',
      'AXGroup title=Bin at=300,300,100,60',
    ),
    acts: [{ on: 'Tile', action: 'drag', to: { x: 350, y: 330 }, says: ['confirmed', 'unverified'] }],
    truth: [['get tile stub.drag', /^Bin$/]],
  },
]
