import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { retentionPage } from '#test/builders/retention-page.ts'

// Writes docs/retention.md anew from the rules; a test says when it is due.
writeFileSync(path.resolve(import.meta.dirname, '../docs/retention.md'), retentionPage())
