import type { MachineReadable } from '#contract/requisites/mrz/mrz.ts'

/** Shows who the passport is of, once the window has loaded; answers where to go on. */
export async function addressAfterPassport(read: MachineReadable): Promise<string | undefined> {
  const { showScannedPassport } =
    await import('../../features/supplier/passport/scanned-passport.tsx')
  return showScannedPassport(read)
}
