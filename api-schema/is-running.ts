/** Does the process exist, whoever owns it? */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as { readonly code?: string }).code === 'EPERM'
  }
}
