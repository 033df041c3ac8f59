/**
 * Every error that a caller can get: name, code, message, what to do next, and whether the same call may succeed later.
 * Our codes are outside -32768..-32000, which JSON-RPC and MCP reserve.
 */
import type { Advice } from './advice.ts'

export interface ErrorEntry {
  readonly code: number
  /** The general message; the thrower adds what was requested and what was found. */
  readonly message: string
  /** The next call to make. */
  readonly hint: Advice
  readonly retryable: boolean
}

export const errors = {
  parse_error: {
    code: -32700,
    message: 'The body is not valid JSON.',
    hint: 'Send one JSON-RPC 2.0 object, or an array of them.',
    retryable: false,
  },
  invalid_request: {
    code: -32600,
    message: 'This is not a JSON-RPC 2.0 request.',
    hint: 'Send {"jsonrpc":"2.0","id":1,"method":"explore","params":{…}}.',
    retryable: false,
  },
  method_not_found: {
    code: -32601,
    message: 'There is no such method.',
    hint: 'Call {rpc.discover} for the list.',
    retryable: false,
  },
  invalid_params: {
    code: -32602,
    message: 'The parameters do not fit the method.',
    hint: 'Correct the named parameter.',
    retryable: false,
  },
  internal_error: {
    code: -32603,
    message: 'The daemon failed on this request; others are unaffected.',
    hint: 'Try again; if it happens again, run `ix record` and report it with the recording.',
    retryable: true,
  },
  element_gone: {
    code: 1001,
    message: 'The element is gone.',
    hint: 'Call {explore} for the current elements.',
    retryable: false,
  },
  element_ambiguous: {
    code: 1002,
    message: 'More than one element matches.',
    hint: 'Narrow the filter, or use the id of one of the candidates.',
    retryable: false,
  },
  element_changed: {
    code: 1003,
    message: 'The element cannot be acted on in its current state.',
    hint: ['Call {expand} for its current state.', 'Call {explore} for its current state.'],
    retryable: true,
  },
  app_not_found: {
    code: 1004,
    message: 'There is no such application.',
    hint: ['Call {apps} for the list.', 'Call {explore} {"scope":"system"} for what is open.'],
    retryable: true,
  },
  tab_not_found: {
    code: 1005,
    message: 'There is no such tab.',
    hint: [
      'Call {tabs} for the list, or {navigate} to open one.',
      'Call {explore} {"scope":"system"} for what is open.',
    ],
    retryable: true,
  },
  not_found: {
    code: 1006,
    message: 'Nothing fits.',
    hint: 'Use one of the similar ones, or loosen the filter.',
    retryable: true,
  },
  permission_denied: {
    code: 1007,
    message: 'The system does not allow it.',
    hint: 'Run `ix doctor`.',
    retryable: false,
  },
  unresponsive: {
    code: 1008,
    message: 'The application is not responding.',
    hint: 'Try again later, or read with freshness "cached".',
    retryable: true,
  },
  unsupported_here: {
    code: 1009,
    message: 'This target cannot do that.',
    hint: ['Call {expand} to see what the element can do.', 'Call {explore} for another element that can.'],
    retryable: false,
  },
  locked: {
    code: 1010,
    message: 'Another session has taken this target for itself.',
    hint: ['Call {lease} to see for how long.', 'Try again later.'],
    retryable: true,
  },
  unknown_outcome: {
    code: 1012,
    message: 'It is unknown whether the action took place.',
    hint: 'Call {explore} to check before you act again.',
    retryable: false,
  },
  limit_exceeded: {
    code: 1013,
    message: 'A limit of the daemon was reached.',
    hint: 'Ask for less, or try later.',
    retryable: true,
  },
  timeout: {
    code: 1014,
    message: 'The time limit passed.',
    hint: 'Raise timeoutMs, or ask for less.',
    retryable: true,
  },
  not_allowed: {
    code: 1015,
    message: 'This token does not allow it.',
    hint: 'Ask the owner for a wider scope.',
    retryable: false,
  },
  dialog_open: {
    code: 1016,
    message: 'A dialog is open and blocks the page.',
    hint: 'Call {interact} with action accept or dismiss.',
    retryable: true,
  },
  paused: {
    code: 1018,
    message: 'A person has paused this session.',
    hint: 'Wait until the person has resumed it, then call again; calls that only read are answered as before.',
    retryable: true,
  },
  not_as_expected: {
    code: 1019,
    message: 'What was expected is not so.',
    hint: 'Call {explore} to see what is there now.',
    retryable: true,
  },
  script_failed: { code: 1017, message: 'The script failed.', hint: 'Correct the script.', retryable: false },
} as const satisfies { readonly [name: string]: ErrorEntry }

export type ErrorName = keyof typeof errors
