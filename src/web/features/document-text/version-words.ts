import { day } from '#web/ui/format.ts'

interface Version {
  readonly number: number
  readonly valid_from: string | null
}

/** Version 1 is in the program and has no day. */
export function versionWords({ number, valid_from }: Version): string {
  return valid_from === null
    ? `Версия ${number}, исходная`
    : `Версия ${number}, с ${day(valid_from)}`
}
