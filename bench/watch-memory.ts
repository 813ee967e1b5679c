import { readdirSync, readFileSync } from 'node:fs'

/** The largest memory of the process until it is stopped, its threads included. */
export function watchMemory() {
  let most = 0
  const look = () => (most = Math.max(most, process.memoryUsage().rss))
  const timer = setInterval(look, 50)
  return {
    stop() {
      clearInterval(timer)
      look()
      return most
    },
  }
}

/** The largest memory of another process until it is stopped, and what it had at the beginning. */
export function watchProgram(pid: number) {
  const sizeNow = () => Number(/^VmRSS:\s+(\d+) kB$/m.exec(readOf(pid, 'status'))?.[1] ?? 0) * 1024
  const before = sizeNow()
  let most = before
  const look = () => (most = Math.max(most, sizeNow()))
  const timer = setInterval(look, 20)
  return {
    stop() {
      clearInterval(timer)
      look()
      return { before, most }
    },
  }
}

/** The largest memory that any process of ours ever had whose command names the program, in bytes. */
export function watchChildren(program: string) {
  let most = 0
  const look = () => {
    for (const pid of childrenOf(process.pid)) {
      if (!readOf(pid, 'cmdline').includes(program)) continue
      const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readOf(pid, 'status'))?.[1]
      most = Math.max(most, Number(kilobytes ?? 0) * 1024)
    }
  }
  const timer = setInterval(look, 20)
  return {
    stop() {
      clearInterval(timer)
      return most
    },
  }
}

function childrenOf(pid: number): string[] {
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.flatMap((thread) =>
    readOf(pid, `task/${thread}/children`).split(' ').filter(Boolean),
  )
}

/** Empty for a process that has ended meanwhile. */
function readOf(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8').trim()
  } catch {
    return ''
  }
}
