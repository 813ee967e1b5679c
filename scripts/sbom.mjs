import { install, run } from './bootstrap.mjs'

install()
run('scripts/write-sbom.ts', process.argv.slice(2))
