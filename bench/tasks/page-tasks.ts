/**
 * What is to be done on pages: steps in the words that a person reads there, what an agent has to learn in the end, and
 * how the page itself says that it is done.
 */
import type { Task as Step } from '../peers/peer.ts'

export interface AgentTask {
  readonly name: string
  /** Path on the server. */
  readonly page: string
  readonly steps: readonly Omit<Step, 'shows'>[]
  /** Matches an answer that tells the outcome. */
  readonly learns: RegExp
  /** An expression in the page, asked by a client of its own. */
  readonly done: string
}

type StepOf = AgentTask['steps'][number]

const click = (role: Step['role'], text: string, near?: string): StepOf => ({ role, text, ...(near && { near }) })
const fill = (text: string, value: string): StepOf => ({ role: 'textbox', text, value })
const enter = (text: string, value: string): StepOf => ({ ...fill(text, value), submits: true })
const choose = (text: string, value: string): StepOf => ({ role: 'combobox', text, value })
const todo = (value: string) => enter('What needs to be done?', value)
const items = (what: string) => `document.querySelectorAll('#todo-list li${what}').length`
const value = (selector: string) => `document.querySelector(${JSON.stringify(selector)}).value`

export const pageTasks: readonly AgentTask[] = [
  {
    name: 'add a todo',
    page: '/todomvc/backbone/index.html',
    steps: [todo('Buy milk')],
    learns: /1 item left|Buy milk/,
    done: `${items('')} === 1 && document.body.textContent.includes('1 item left')`,
  },
  {
    name: 'add two todos and show the active ones',
    page: '/todomvc/vue/index.html',
    steps: [todo('Water plants'), todo('Feed cat'), click('link', 'Active')],
    learns: /Active/,
    done: `${items('')} === 2 && location.hash === '#/active'`,
  },
  {
    name: 'add a todo, see that none is completed',
    page: '/todomvc/knockoutjs/index.html',
    steps: [todo('Call Ann'), click('link', 'Completed')],
    learns: /Completed|- .*Call Ann/,
    done: `${items('')} === 0 && location.hash === '#/completed' && /1\\s*item/.test(document.body.textContent)`,
  },
  {
    name: 'add a todo, and complete it',
    page: '/todomvc/backbone_marionette/index.html',
    steps: [todo('Pay rent'), click('checkbox', 'Pay rent')],
    learns: /0 items left|checked|Clear completed/,
    done: `${items('.completed')} === 1`,
  },
  {
    name: 'open a tab of a page',
    page: '/jquery-ui/index.html',
    steps: [click('tab', 'Second', 'Tabs')],
    learns: /Phasellus mattis tincidunt|selected/,
    done: `[...document.querySelectorAll('[role=tab]')].some((tab) => tab.textContent.trim() === 'Second' && tab.getAttribute('aria-selected') === 'true')`,
  },
  {
    name: 'open a dialog and agree',
    page: '/jquery-ui/index.html',
    steps: [click('button', 'Open Dialog'), click('button', 'Ok')],
    learns: /^- .*dialog|closed|gone|back|Open Dialog/im,
    done: `document.querySelector('.ui-dialog') !== null && document.querySelector('.ui-dialog').style.display === 'none' && document.activeElement.id === 'dialog-link'`,
  },
  {
    name: 'order a car',
    page: '/jquery-ui/index.html',
    steps: [click('radio', 'Automatic'), click('checkbox', 'Insurance'), click('button', 'Book Now!')],
    learns: /Book Now!/,
    done: `document.querySelector('#transmission-automatic').checked && document.querySelector('#insurance').checked`,
  },
  {
    name: 'take a completion',
    page: '/jquery-ui/index.html',
    steps: [
      { role: 'textbox', text: 'type "a"', value: 'Pytho' },
      { role: 'option', text: 'Python' },
    ],
    learns: /Python/,
    done: `${value('#autocomplete')} === 'Python'`,
  },
  {
    name: 'choose in a drawn list',
    page: '/jquery-ui/index.html',
    steps: [click('combobox', 'Medium'), click('option', 'Faster')],
    learns: /Faster/,
    done: `${value('#selectmenu')} === 'Faster'`,
  },
  {
    name: 'find rows in a table',
    page: '/sb-admin/tables.html',
    steps: [fill('Search:', 'Tokyo')],
    learns: /1 to 5 of 5|Airi Satou/,
    done: `document.querySelectorAll('#dataTable tbody tr').length === 5`,
  },
  {
    name: 'show more rows, go to the second page of them',
    page: '/sb-admin/tables.html',
    steps: [choose('Show', '25'), click('link', 'Next')],
    learns: /26 to 50|Previous/,
    done: `document.querySelector('#dataTable_info').textContent.includes('26 to 50')`,
  },
  {
    name: 'read what is behind the bell',
    page: '/sb-admin/index.html',
    steps: [click('link', '3+'), click('link', 'Show All Alerts')],
    learns: /Show All Alerts|Alerts Center|A new monthly report/,
    done: `location.href.endsWith('#') && !document.querySelector('#alertsDropdown').parentElement.classList.contains('show')`,
  },
  {
    name: 'register',
    page: '/sb-admin/register.html',
    steps: [fill('First Name', 'Ann'), fill('Last Name', 'Lee'), fill('Email Address', 'ann@example.com')],
    learns: /ann@example\.com/,
    done: `[...document.querySelectorAll('input')].slice(0, 3).map((one) => one.value).join() === 'Ann,Lee,ann@example.com'`,
  },
  {
    name: 'log in',
    page: '/sb-admin/login.html',
    steps: [fill('Email', 'ann@example.com'), click('checkbox', 'Remember Me'), click('link', 'Forgot Password?')],
    learns: /Forgot Your Password/,
    done: `location.pathname.endsWith('/forgot-password.html')`,
  },
  {
    name: 'ask to log out, and stay',
    page: '/sb-admin/index.html',
    steps: [click('link', 'Douglas McGee'), click('link', 'Logout'), click('button', 'Cancel')],
    learns: /Douglas McGee|back|removed|- |dialog/,
    done: `document.querySelector('#logoutModal')?.style.display === 'none'`,
  },
  {
    name: 'open a part of a menu and follow its entry',
    page: '/sb-admin/index.html',
    steps: [click('link', 'Components'), click('link', 'Cards')],
    learns: /Cards/,
    done: `location.pathname.endsWith('/cards.html')`,
  },
  {
    name: 'try an operation of an API',
    page: '/swagger/index.html',
    steps: [click('button', 'List account'), click('button', 'Try it out'), click('button', 'Execute')],
    learns: /Clear|Responses|Server response/,
    done: `document.querySelector('.responses-wrapper .live-responses-table, .btn-clear') !== null`,
  },
  {
    name: 'make the page dark',
    page: '/swagger/index.html',
    steps: [click('button', 'Switch to dark mode')],
    learns: /light mode/,
    done: `document.documentElement.classList.contains('dark-mode')`,
  },
  {
    name: 'search in the documents',
    page: '/python/library/functions.html',
    steps: [enter('Quick search', 'walrus')],
    learns: /Search|walrus/,
    done: `location.pathname.endsWith('/search.html') && location.search.includes('walrus')`,
  },
  {
    name: 'follow a link in a text, and to the next chapter',
    page: '/python/library/functions.html',
    steps: [click('link', 'truth testing procedure'), click('link', 'Built-in Exceptions')],
    learns: /Built-in Exceptions/,
    done: `location.pathname.endsWith('/exceptions.html')`,
  },
  {
    name: 'follow a manual to another one',
    page: '/git/git-log.html',
    steps: [click('link', 'git-worktree(1)')],
    learns: /git-worktree\(1\)/,
    done: `location.pathname.endsWith('/git-worktree.html')`,
  },
  {
    name: 'sign in to another page',
    page: '/adminlte/pages/examples/login.html',
    steps: [fill('Email', 'ann@example.com'), fill('Password', 'secret-1'), click('checkbox', 'Remember Me')],
    learns: /Remember Me|checked/,
    done: `${value('input[type=email]')} === 'ann@example.com' && ${value('input[type=password]')} === 'secret-1' && document.querySelector('#remember').checked`,
  },
]
