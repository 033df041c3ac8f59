/** The packages from npm that the laws are tried on. */
import type { Test } from 'tap'
import { installedOrSkip } from '../fixtures/npm-packages.ts'

/** Exact, so that a run can be repeated. */
const versions = {
  react: '18.3.1',
  'react-dom': '18.3.1',
  vue: '3.5.45',
  preact: '11.2.0',
  htm: '3.1.1',
  lit: '3.3.3',
  mithril: '2.3.8',
  knockout: '3.5.3',
  jquery: '4.0.0',
  'solid-js': '1.9.19',
  alpinejs: '3.17.5',
  idiomorph: '0.8.0',
  '@tanstack/virtual-core': '3.19.11',
  gentelella: '4.2.0',
  'startbootstrap-sb-admin-2': '4.1.4',
  uikit: '3.25.29',
  sortablejs: '1.15.7',
  'tom-select': '2.6.2',
  dragula: '3.7.3',
  'jquery-ui': '1.14.2',
  'monaco-editor': '0.57.0',
  codemirror: '5.65.21',
  '@shopify/draggable': '1.2.1',
} as const

/** The folder that they are in, or `undefined` where the test has been skipped since they cannot be had. */
export function packagesOrSkip(t: Test): string | undefined {
  return installedOrSkip(t, '.laws', versions)
}
