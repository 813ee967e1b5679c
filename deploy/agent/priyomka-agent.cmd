@echo off
rem The agent out of one folder, without Node on the machine: priyomka-agent enrol ADDRESS CODE
if not defined AGENT_DIR set "AGENT_DIR=%ProgramData%\priyomka-agent"
"%~dp0node.exe" "%~dp0src\agent\main.js" %*
