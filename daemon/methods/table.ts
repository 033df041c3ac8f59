/** The handler of each method. A missing one does not compile. */
import { expecting } from '../answers/included/expectation.ts'
import { withOrigin } from '../answers/included/origin.ts'
import type { Handlers } from '../dispatch.ts'
import { agents } from './agents.ts'
import { alignment } from './alignment.ts'
import { apps } from './apps.ts'
import { browser } from './browser.ts'
import { callTool } from './call-tool.ts'
import { clipboard } from './clipboard.ts'
import { confirm } from './confirm.ts'
import { console } from './console.ts'
import { dialog } from './dialog.ts'
import { discover } from './discover.ts'
import { downloads } from './downloads.ts'
import { emulate } from './emulate.ts'
import { evaluate } from './evaluate.ts'
import { expand } from './expand.ts'
import { explore } from './explore.ts'
import { callFunction, defineFunction, listFunctions } from './functions.ts'
import { interact } from './interact.ts'
import { lease } from './lease.ts'
import { navigate } from './navigate.ts'
import { network } from './network.ts'
import { pdf } from './pdf.ts'
import { permissions } from './permissions.ts'
import { questions } from './questions.ts'
import { record } from './record.ts'
import { route } from './route.ts'
import { screenshot } from './screenshot.ts'
import { session } from './session.ts'
import { status } from './status.ts'
import { storage } from './storage.ts'
import { tabs } from './tabs.ts'
import { text } from './text.ts'
import { visibility } from './visibility.ts'
import { wait } from './wait.ts'

/** Handlers without `expectation`. */
export const bare: Handlers = {
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
  eval_define_function: defineFunction,
  eval_call_function: callFunction,
  eval_list_functions: listFunctions,
  confirm,
  session,
  status,
  questions,
  browser,
  agents,
  record,
  'rpc.discover': discover,
}

export const handlers: Handlers = expecting(withOrigin(bare))
