import { readdirSync, readFileSync } from 'node:fs'

/** Of one process, in kilobytes. */
export interface ProcessMemory {
  /** Its own pages and its share of those that it has in common with others: these add up. */
  readonly pss: number
  /** All pages that it sees; a page of several processes is counted with each of them. */
  readonly rss: number
}

/** The kernel's own sums over a process (`/proc/PID/smaps_rollup`). */
export function parseRollup(text: string): ProcessMemory {
  const field = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1])
  return { pss: field('Pss'), rss: field('Rss') }
}

/** Every process below `root`, it included; `parents` holds the parent of each process. */
export function processTree(root: number, parents: ReadonlyMap<number, number>): number[] {
  const children = [...parents].filter(([, parent]) => parent === root).map(([pid]) => pid)
  return [root, ...children.flatMap((child) => processTree(child, parents))]
}

/** The running processes below `root` with their command lines; those that end meanwhile are left out. */
export function measureTree(root: number): { command: string; memory: ProcessMemory }[] {
  return processTree(root, runningParents()).flatMap((pid) => {
    const command = readProcess(pid, 'cmdline').replaceAll('\0', ' ')
    const memory = parseRollup(readProcess(pid, 'smaps_rollup'))
    return Number.isNaN(memory.pss) ? [] : [{ command, memory }]
  })
}

function runningParents(): Map<number, number> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  // The name in brackets may hold spaces; the parent is the second field after it.
  return new Map(
    pids.map((pid) => [
      Number(pid),
      Number(readProcess(pid, 'stat').split(') ').at(-1)!.split(' ')[1]),
    ]),
  )
}

function readProcess(pid: number | string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
