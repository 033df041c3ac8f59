/** Text of fields: where it goes, and who has taken it. */
import { behind, button, click, count, inWindow, type Reported, set, type } from './report.ts'

export const fields: readonly Reported[] = [
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
