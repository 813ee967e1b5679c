import { serveReader } from '../../../unpack/serve-reader.ts'
import { findCodes, prepareCodes } from './find-codes.ts'

/** The process of `readCodes`: the files of one upload, one answer. */
serveReader(findCodes)
void prepareCodes()
