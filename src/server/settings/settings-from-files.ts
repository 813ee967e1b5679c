import { readFileSync, statSync } from 'node:fs'

/** Settings that hold a password or a key, so that a keeper of secrets may hand them over as files. */
const SECRET =
  /^(DATABASE_URL|DATABASE_(?:OWNER|STANDBY)_URL|SMTP_URL|S3_SECRET|METRICS_TOKEN|REGISTRY_KEY|LEGACY_[A-Z0-9]{1,30}_URL)$/
const SUFFIX = '_FILE'
// An address or a key is a line.
const MAX_BYTES = 16_384

/**
 * The environment without empty values, and with the content of the file that `DATABASE_URL_FILE` and its like name: as systemd's
 * credentials, Docker and Vault hand secrets over (operations.md, Settings). An environment is read by every program that the service
 * starts; a file by who may.
 */
export function withFiles(env: NodeJS.ProcessEnv): {
  settings: NodeJS.ProcessEnv
  problems: string[]
} {
  const settings = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const problems: string[] = []
  for (const [name, file] of Object.entries(settings)) {
    const secret = name.slice(0, -SUFFIX.length)
    if (!name.endsWith(SUFFIX) || !SECRET.test(secret) || file === undefined) continue
    if (settings[secret] !== undefined) problems.push(`${name}: ${secret} задано и само`)
    else {
      const read = readSecret(file)
      if ('problem' in read) problems.push(`${name}: ${read.problem}`)
      else settings[secret] = read.value
    }
  }
  return { settings, problems }
}

function readSecret(file: string): { value: string } | { problem: string } {
  try {
    const { mode, size } = statSync(file)
    if ((mode & 0o007) !== 0)
      return { problem: `файл ${file} открыт всем (уберите права: chmod o=)` }
    if (size > MAX_BYTES) return { problem: `файл ${file} слишком велик` }
    const value = readFileSync(file, 'utf8').trim()
    return value === '' ? { problem: `файл ${file} пуст` } : { value }
  } catch {
    return { problem: `файл ${file} нельзя прочитать` }
  }
}
