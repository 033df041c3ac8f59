/** Menus of elements, and entries of menu bars. */
import { behind, count, inWindow, menu, menuBar, type Reported } from './report.ts'

export const menus: readonly Reported[] = [
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
