import path from 'node:path'
import { VERSION } from '#server/installation/release-version.ts'
import { stageRelease } from './stage-release.ts'

// Run by the package's own postinst, out of the folder that the package unpacked.
stageRelease(path.resolve(import.meta.dirname, '../../..'), VERSION)
