import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import type { Config } from '../../../config.ts'
import type { Services } from '../../../services.ts'
import type { S3Store } from '../../../storage/s3/s3-store.ts'

/** A line that was kept, and where it is, as a problem says it. */
export interface KeptLine {
  readonly where: string
  readonly line: string
}

/** A place outside the database where heads are kept. */
export interface HeadPlace {
  /** The newest heads, in the order in which they were kept. */
  read(): Promise<readonly KeptLine[]>
  /** Keeps what changed; `all` has the head of every chain. */
  add(changed: readonly string[], all: readonly string[]): Promise<void>
}

/** Where the server keeps heads by itself, beside the files and outside the database. */
export const headsFile = ({ dataDir }: Config): string => path.join(dataDir, 'audit-heads.jsonl')

/** The folder of the bucket beside those of companies. */
const FOLDER = 'audit-heads/'
// Each object has the heads of all chains, so the newest is enough; of a month, so that one that is put before it hides nothing.
const NEWEST = 31

/** The file of this machine, and the bucket where the installation has one. */
export function headPlaces({ config, files }: Services): HeadPlace[] {
  return [fileOf(config), ...(files.s3 ? [folderOf(files.s3)] : [])]
}

function fileOf(config: Config): HeadPlace {
  const file = headsFile(config)
  return {
    async read() {
      if (!existsSync(file)) return []
      return linesOf(readFileSync(file, 'utf8'), 'файла отпечатков')
    },
    async add(changed) {
      appendFileSync(file, joinLines(changed), { mode: 0o600 })
    },
  }
}

function folderOf(s3: S3Store): HeadPlace {
  return {
    async read() {
      const names = (await Array.fromAsync(s3.namesUnder(FOLDER))).slice(-NEWEST)
      const lines: KeptLine[] = []
      for (const name of names)
        lines.push(...linesOf(await text((await s3.open(name)).body), `отпечатков ${name} в S3`))
      return lines
    },
    async add(_changed, all) {
      const at = new Date().toISOString().replaceAll(':', '-')
      // Two processes that keep heads in one millisecond write two objects.
      const name = `${FOLDER}${at}-${randomBytes(4).toString('hex')}.jsonl`
      await s3.putNew(name, Buffer.from(joinLines(all)))
    },
  }
}

function linesOf(content: string, of: string): KeptLine[] {
  return content
    .split('\n')
    .map((line, at) => ({ where: `Строка ${at + 1} ${of}`, line }))
    .filter(({ line }) => line.trim() !== '')
}

const joinLines = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
