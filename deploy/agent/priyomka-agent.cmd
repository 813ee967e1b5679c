@echo off
rem The agent out of one folder, without Node on the machine: priyomka-agent enrol ADDRESS CODE
rem Without words it starts the newest release that works.
if not defined AGENT_DIR set "AGENT_DIR=%ProgramData%\priyomka-agent"
set "PROGRAM=main"
if "%~1"=="" set "PROGRAM=update\launcher"
"%~dp0node.exe" "%~dp0src\agent\%PROGRAM%.js" %*
