/** A reader that has seen enough (`ix explore | head`) is not an error. */
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
