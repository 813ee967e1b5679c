import { readFileSync, writeFileSync } from 'node:fs'
import { readEd807 } from '#server/features/bank/bik/read-ed807.ts'
import { packDirectory, SHIPPED_FILE } from '#server/features/bank/bik/shipped-directory.ts'
import { unpackUpload } from '#server/features/bank/bik/unpack-upload.ts'

/** Makes the shipped table of banks from a directory of the Bank of Russia: `node scripts/pack-bik-directory.ts <ED807.xml>`. */
const source = process.argv[2]
if (!source) throw new Error('usage: node scripts/pack-bik-directory.ts <ED807.xml or .zip>')
const directory = readEd807(unpackUpload(readFileSync(source)))
const bytes = packDirectory(directory)
writeFileSync(SHIPPED_FILE, bytes)
console.log(
  `${directory.day}: ${directory.participants.length} participants, ${bytes.length} bytes`,
)
