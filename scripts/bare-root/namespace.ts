import { spawn } from 'node:child_process'
import { networkEnvironment } from './machine.ts'

/**
 * Runs inside namespaces of its own, so the mounts and every process of the root go with the first of them, however it ends.
 * The shell stays the first process: it reaps what a command leaves behind. A container's /dev is small, its /dev/shm too.
 */
const ENTER = `
set -e
root=$1; user=$2; home=$3; shift 3
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755,size=1m tmpfs "$root/dev"
for name in null zero full random urandom tty; do
  touch "$root/dev/$name"
  mount --bind "/dev/$name" "$root/dev/$name"
done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=0666,mode=620,gid=5 devpts "$root/dev/pts"
mount -t tmpfs -o mode=1777,size=64m tmpfs "$root/dev/shm"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
for name in stdin:0 stdout:1 stderr:2; do ln -s "/proc/self/fd/\${name#*:}" "$root/dev/\${name%:*}"; done
code=0
chroot --userspec="$user" "$root" sh -c 'cd "$0" && exec "$@"' "$home" "$@" || code=$?
exit $code
`

export interface RootCommand {
  readonly root: string
  readonly user: string
  /** Where the command runs. */
  readonly home: string
  readonly command: readonly string[]
  readonly signal?: AbortSignal
  /** Hears the output while it comes. */
  hear?(text: string): void
}

/** Runs one command in the root and waits for its end; keeps the end of its output. */
export function runIn(order: RootCommand): Promise<{ code: number; output: string }> {
  const { root, user, home, command, signal, hear } = order
  const child = spawn(
    'unshare',
    [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      'sh',
      '-c',
      ENTER,
      'enter',
      root,
      user,
      home,
      ...command,
    ],
    {
      env: {
        ...networkEnvironment(),
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: user === 'root' ? '/root' : `/home/${user}`,
        USER: user,
        LOGNAME: user,
        LANG: 'C.UTF-8',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
      killSignal: 'SIGKILL',
    },
  )
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      hear?.(chunk.toString())
      output = (output + chunk.toString()).slice(-KEPT)
    })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

const KEPT = 200_000
