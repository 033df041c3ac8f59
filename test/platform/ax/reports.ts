/** The table of public reports of tools for macOS: a program of the stub, what is done, and what the program holds then. */

export interface ReportedAct {
  /** Text of the element, or a filter. */
  readonly on?: string | { readonly [name: string]: unknown }
  /** Left out: a view of the program has what `shows` says. */
  readonly action?: string
  readonly value?: string
  readonly keys?: string
  readonly path?: string
  readonly to?: object
  /** An effect, or the name of an error; several where each is true. Otherwise `confirmed`. */
  readonly says?: string | readonly string[]
  /** What the answer, or the view, has. */
  readonly shows?: RegExp
}

export interface Reported {
  /** Where it was reported: `owner/name#number`, several where they are of one kind. */
  readonly of: string
  readonly kind: string
  readonly program: string
  readonly acts: readonly ReportedAct[]
  /** Commands of the stub, and what they answer when all was done. */
  readonly truth: readonly (readonly [command: string, answer: RegExp])[]
  readonly todo?: string
}

const inWindow = (...lines: readonly string[]) =>
  [
    '  AXWindow as=window title=Window main AXMinimized=false AXModal=false at=0,30,600,600',
    ...lines.map((line) => `    ${line}`),
  ]
    .join('\n')
    .concat('\n')
const behind = (program: string) => `app pid=332 bundle=org.example.program title=Program\n${program}`
const menuBar = (...lines: readonly string[]) =>
  ['  AXMenuBar at=0,0,1440,24', ...lines.map((line) => `    ${line}`)].join('\n').concat('\n')
const button = 'AXButton as=save title=Save press=key:count:1 at=10,300,80,20'
const count = 'AXStaticText as=count value="0" at=10,330,80,20'
const set = (on: string, value: string, more: object = {}): ReportedAct => ({ on, action: 'set_value', value, ...more })
const type = (on: string, value: string, more: object = {}): ReportedAct => ({ on, action: 'type', value, ...more })
const click = (on: string, more: object = {}): ReportedAct => ({ on, action: 'click', ...more })
const menu = (path: string, more: object = {}): ReportedAct => ({
  on: { role: 'AXWindow' },
  action: 'menu',
  path,
  ...more,
})

const fields: readonly Reported[] = [
  {
    of: 'trycua/cua#3852',
    kind: 'a field whose text is written from outside begins no editing, and its program never takes it',
    program: inWindow('AXTextField as=name title=Name value="old" stub.held="old" at=10,40,100,20', button, count),
    acts: [set('Name', 'new', { shows: /only when the field is left/ }), click('Save')],
    truth: [['get name stub.held', /^new$/]],
  },
  {
    of: 'trycua/cua#3807',
    kind: 'what is written reads back, and what the program has taken is shown elsewhere',
    program: inWindow(
      'AXTextField as=name title=Name value="old" stub.held="old" settable=AXValue at=10,40,100,20',
      'AXStaticText value="taken: old" at=10,70,100,20',
    ),
    acts: [set('Name', 'new', { says: 'unverified', shows: /reads back as written/ })],
    truth: [['get name stub.held', /^old$/]],
  },
  {
    of: 'trycua/cua#3851',
    kind: 'that a text survives the end of its editing does not say that it was taken',
    program: inWindow(
      'AXTextField as=name title=Name value="old" stub.held="old" settable=AXValue at=10,40,100,20',
      button,
      count,
    ),
    acts: [set('Name', 'new', { says: 'unverified' }), click('Save')],
    truth: [['get name stub.held', /^old$/]],
  },
  {
    of: 'trycua/cua#2081',
    kind: 'an attribute that echoes what is written, and a view that goes on showing something else',
    program: inWindow('AXTextArea as=note title=Note value="" stub.echo="" at=10,40,100,60'),
    acts: [set('Note', 'hey there')],
    truth: [['get note stub.echo', /^hey there$/]],
  },
  {
    of: 'trycua/cua#3912',
    kind: 'a search field that takes the written text and forgets it',
    program: inWindow(
      'AXTextField sub=AXSearchField as=search title=Search value="" stub.discards=true at=10,40,100,20',
    ),
    acts: [set('Search', 'tea')],
    truth: [['get search AXValue', /^tea$/]],
  },
  {
    of: 'trycua/cua#3841',
    kind: 'text that is read back before the application has shown it is entered twice',
    program: inWindow(
      'AXTextField as=phone title=Phone value="(408)" settable=AXValue,AXFocused,AXSelectedText,AXSelectedTextRange stub.late=100 at=10,40,100,20',
    ),
    acts: [type('Phone', ' 961-1560')],
    truth: [['get phone AXValue', /^\(408\) 961-1560$/]],
  },
  {
    of: 'trycua/cua#3809',
    kind: 'the field is made anew while it is edited',
    program: inWindow('AXTextField as=phone title=Phone value="" stub.rebuilds=true at=10,40,100,20'),
    acts: [type('Phone', '555-1234')],
    truth: [['get phone AXValue', /^555-1234$/]],
  },
  {
    of: 'trycua/cua#3786',
    kind: 'an empty field shows its placeholder, which is not its value',
    program: inWindow('AXTextField as=file title=File value="x" ph="Type here" at=10,40,100,20'),
    acts: [set('File', ''), { shows: /textfield: File(?!.*= "?Type here)/ }],
    truth: [['get file AXValue', /^$/]],
  },
  {
    of: 'trycua/cua#3850',
    kind: 'a click of a field is for the focus, and not for the action that its Enter has',
    program: inWindow(
      'AXTextField as=other title=Other value="" focused at=10,70,100,20',
      'AXTextField as=name title=Name value="x" at=10,40,100,20',
    ),
    acts: [click('Name')],
    truth: [
      ['presses name', /^0$/],
      ['get name AXValue', /^x$/],
    ],
  },
  {
    of: 'trycua/cua#3574',
    kind: 'text for a window gets into another one of the same application',
    program: `${inWindow('AXTextField as=decoy title=Decoy value="decoy" focused at=10,40,100,20')}  AXWindow title=Target AXMain=false AXMinimized=false at=700,30,200,200
    AXTextField as=target title=Field value="base" at=710,40,100,20
`,
    acts: [set('Field', 'text')],
    truth: [
      ['get target AXValue', /^text$/],
      ['get decoy AXValue', /^decoy$/],
    ],
  },
  {
    of: 'trycua/cua#1700',
    kind: 'text goes to the list beside the field of a sheet',
    program: inWindow(
      'AXSheet title=Open at=50,60,400,300',
      '  AXOutline as=side title=Places focused settable=AXFocused at=60,70,100,200',
      '  AXTextField as=folder title=Folder value="" at=170,70,200,20',
    ),
    acts: [type('Folder', '/tmp'), type('Places', 'x', { says: ['unverified', 'unsupported_here'] })],
    truth: [['get folder AXValue', /^\/tmp$/]],
  },
  {
    of: 'trycua/cua#2690, trycua/cua#2980',
    kind: 'what reads the codes of keys gets an “a” for each piece of text',
    program: inWindow('AXTextField as=remote title=Remote value="" stub.codes=true at=10,40,100,20'),
    acts: [type('Remote', 'PowerShell 7')],
    truth: [['get remote AXValue', /^PowerShell 7$/]],
  },
  {
    of: 'openclaw/AXorcist#26',
    kind: 'an action that sets a value does not exist: what is no field takes none',
    program: inWindow('AXGroup as=group title=Group actions=AXPress at=10,40,100,20'),
    acts: [set('Group', 'x', { says: 'unsupported_here' })],
    truth: [['presses group', /^0$/]],
  },
  {
    of: 'openclaw/Peekaboo#686',
    kind: 'typing that has arrived is no failure',
    program: behind(inWindow('AXTextField as=sum title=Sum value="" at=10,40,100,20')),
    acts: [type('Sum', '577')],
    truth: [['get sum AXValue', /^577$/]],
  },
]

const presses: readonly Reported[] = [
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

const windows: readonly Reported[] = [
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

const menus: readonly Reported[] = [
  {
    of: 'trycua/cua#3808',
    kind: 'AXShowMenu is done without a menu: it takes the pointer',
    program: inWindow(
      'AXGroup as=cell title=Cell actions=AXShowMenu stub.menu=cell-menu at=10,40,100,20',
      'AXMenu as=cell-menu away at=60,50,100,60',
      '  AXMenuItem title=Rename at=60,50,100,20',
    ),
    acts: [{ on: 'Cell', action: 'show_menu' }, { shows: /Rename/ }],
    truth: [['input', /mouse 3 .*button=1/]],
  },
  {
    of: 'trycua/cua#3808',
    kind: 'AXShowMenu that shows a menu is enough',
    program: inWindow(
      'AXGroup as=cell title=Cell actions=AXShowMenu at=10,40,100,20',
      '  AXMenu as=cell-menu away at=60,50,100,60',
      '    AXMenuItem title=Rename at=60,50,100,20',
    ),
    acts: [{ on: 'Cell', action: 'right_click' }, { shows: /Rename/ }],
    truth: [['input', /^$/]],
  },
  {
    of: 'asmagill/hs._asm.axuielement#13',
    kind: 'AXShowMenu does not return while the menu is open: one press more would close it',
    program: inWindow(
      'AXGroup as=cell title=Cell actions=AXShowMenu press=block stub.menu=cell-menu at=10,40,100,20',
      '  AXMenu as=cell-menu away at=60,50,100,60',
      '    AXMenuItem title=Rename at=60,50,100,20',
    ),
    acts: [{ on: 'Cell', action: 'show_menu' }],
    truth: [['input', /^$/]],
  },
  {
    of: 'MongLong0214/logic-pro-mcp#941, MongLong0214/logic-pro-mcp#529, MongLong0214/logic-pro-mcp#921',
    kind: 'what a closed menu says of its entries is from when it was open last',
    program:
      inWindow(count) +
      menuBar(
        'AXMenuBarItem title=Navigate AXSelected=false at=50,0,60,24',
        '  AXMenu',
        '    AXMenuItem as=position title=Position disabled stub.enabled=true press=key:count:1',
      ),
    acts: [menu('Navigate > Position')],
    truth: [['get count AXValue', /^1$/]],
  },
  {
    of: 'MongLong0214/logic-pro-mcp#606, trycua/cua#2619',
    kind: 'an entry that can be chosen only in front answers in the background that it was chosen',
    program: behind(
      inWindow(count) +
        menuBar(
          'AXMenuBarItem title=File AXSelected=false at=50,0,60,24',
          '  AXMenu',
          '    AXMenuItem as=save-as title="Save As" disabled stub.enabled=front press=key:count:1',
        ),
    ),
    acts: [menu('File > Save As', { shows: /"front":true/ })],
    truth: [['get count AXValue', /^1$/]],
  },
  {
    of: 'trycua/cua#2619',
    kind: 'an entry that cannot be chosen is refused after its menu was open, which closes again',
    program:
      inWindow(count) +
      menuBar(
        'AXMenuBarItem as=edit title=Edit AXSelected=false at=50,0,60,24',
        '  AXMenu',
        '    AXMenuItem title=Undo disabled stub.enabled=false press=key:count:1',
      ),
    acts: [menu('Edit > Undo', { says: 'element_changed', shows: /disabled/ })],
    truth: [
      ['get count AXValue', /^0$/],
      ['get edit AXSelected', /^0$/],
    ],
  },
  {
    of: 'trycua/cua#3944',
    kind: 'a path that ends at a menu opens it and does nothing',
    program:
      inWindow(count) +
      menuBar(
        'AXMenuBarItem title=Format AXSelected=false at=50,0,60,24',
        '  AXMenu',
        '    AXMenuItem as=font title=Font',
        '      AXMenu',
        '        AXMenuItem title=Bold press=key:count:1',
      ),
    acts: [menu('Format > Font', { says: 'element_ambiguous', shows: /Bold/ }), menu('Format > Font > Bold')],
    truth: [
      ['get count AXValue', /^1$/],
      ['presses font', /^0$/],
    ],
  },
  {
    of: 'trycua/cua#2788',
    kind: 'an entry works on the window that is main, which is another one',
    program: `${inWindow(count)}  AXWindow as=second title=Second AXMain=false AXMinimized=false at=700,30,200,200\n${menuBar('AXMenuBarItem title=File AXSelected=false at=50,0,60,24', '  AXMenu', '    AXMenuItem title=Close press=key:count:1')}`,
    acts: [{ on: { titleContains: 'Second' }, action: 'menu', path: 'File > Close' }],
    truth: [['get second AXMain', /^1$/]],
  },
  {
    of: 'trycua/cua#3780, trycua/cua#3792',
    kind: 'entries of an application in the background cannot be chosen',
    program: behind(
      inWindow(count) +
        menuBar(
          'AXMenuBarItem title=Edit AXSelected=false at=50,0,60,24',
          '  AXMenu',
          '    AXMenuItem title="Select All" press=key:count:1',
        ),
    ),
    acts: [menu('Edit > Select All')],
    truth: [['get count AXValue', /^1$/]],
  },
  {
    of: 'Hammerspoon/hammerspoon#3497, trycua/cua#2782',
    kind: 'a menu that changes while it is used: the entry beside it is chosen',
    program:
      inWindow(count) +
      menuBar(
        'AXMenuBarItem as=window-menu title=Window AXSelected=false at=50,0,60,24 press=show:window-items',
        '  AXMenu as=window-items away',
        '    AXMenuItem as=move title="Move to Display" press=key:count:2',
        '    AXMenuItem as=all title="Bring All to Front" press=key:count:1;hide:window-items',
      ),
    acts: [menu('Window > Bring All to Front')],
    truth: [
      ['get count AXValue', /^1$/],
      ['presses move', /^0$/],
    ],
  },
]

export const programs: readonly Reported[] = [...fields, ...presses, ...windows, ...menus]
