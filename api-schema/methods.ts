/** The table of all methods, and the types of what goes in and comes out. */
import { agents } from './methods/agents.ts'
import { alignment } from './methods/alignment.ts'
import { apps } from './methods/apps.ts'
import { browser } from './methods/browser.ts'
import { callTool } from './methods/call-tool.ts'
import { clipboard } from './methods/clipboard.ts'
import { confirm } from './methods/confirm.ts'
import { console } from './methods/console.ts'
import { dialog } from './methods/dialog.ts'
import { discover } from './methods/discover.ts'
import { downloads } from './methods/downloads.ts'
import { emulate } from './methods/emulate.ts'
import { evalCallFunction } from './methods/eval-call-function.ts'
import { evalDefineFunction } from './methods/eval-define-function.ts'
import { evalListFunctions } from './methods/eval-list-functions.ts'
import { evaluate } from './methods/evaluate.ts'
import { expand } from './methods/expand.ts'
import { explore } from './methods/explore.ts'
import { interact } from './methods/interact.ts'
import { lease } from './methods/lease.ts'
import { navigate } from './methods/navigate.ts'
import { network } from './methods/network.ts'
import { pdf } from './methods/pdf.ts'
import { permissions } from './methods/permissions.ts'
import { questions } from './methods/questions.ts'
import { record } from './methods/record.ts'
import { route } from './methods/route.ts'
import { screenshot } from './methods/screenshot.ts'
import { session } from './methods/session.ts'
import { status } from './methods/status.ts'
import { storage } from './methods/storage.ts'
import { tabs } from './methods/tabs.ts'
import { text } from './methods/text.ts'
import { visibility } from './methods/visibility.ts'
import { wait } from './methods/wait.ts'
import type { Infer } from './schema.ts'

export const methods = {
  explore,
  expand,
  interact,
  wait,
  apps,
  tabs,
  navigate,
  screenshot,
  text,
  visibility,
  alignment,
  console,
  network,
  downloads,
  dialog,
  call_tool: callTool,
  emulate,
  pdf,
  route,
  permissions,
  storage,
  clipboard,
  lease,
  evaluate,
  eval_define_function: evalDefineFunction,
  eval_call_function: evalCallFunction,
  eval_list_functions: evalListFunctions,
  confirm,
  session,
  status,
  questions,
  browser,
  agents,
  record,
  'rpc.discover': discover,
} as const

export type MethodName = keyof typeof methods
/** What a client may send. */
export type Input<M extends MethodName> = Infer<(typeof methods)[M]['params'], 'in'>
/** What a handler receives: checked, with defaults. */
export type Params<M extends MethodName> = Infer<(typeof methods)[M]['params'], 'out'>
export type Result<M extends MethodName> = Infer<(typeof methods)[M]['result'], 'in'>
