@echo off
rem Runs compscan with the Java runtime beside it, else with that of JAVA_HOME, else with the first in the PATH: Java 17 or later.
rem COMPSCAN_JAVA_OPTS goes to that runtime. Arguments go on as cmd hands them over: a percent sign counts twice in a batch file.
setlocal EnableExtensions DisableDelayedExpansion
set "home=%~dp0.."
set "java=%home%\runtime\bin\java.exe"
if exist "%java%" goto run
if not defined JAVA_HOME goto path
rem Quotes within the value would end those around it.
set "java=%JAVA_HOME:"=%\bin\java.exe"
if exist "%java%" goto run
>&2 echo compscan: JAVA_HOME names no Java: there is no "%java%"
exit /b 1
:path
set "java="
for %%i in (java.exe) do set "java=%%~$PATH:i"
if defined java goto run
>&2 echo compscan: there is no Java here: install Java 17 or later, or name its directory in JAVA_HOME
exit /b 1
:run
rem The options are those of bin/compscan. COMPSCAN_JAVA_OPTS stays unquoted on purpose: several options are several words.
"%java%" -Xlog:disable -Xmn32m -XX:Tier3InvocationThreshold=1000 -XX:Tier3MinInvocationThreshold=500 -XX:Tier3CompileThreshold=8000 -XX:Tier4InvocationThreshold=20000 -XX:Tier4MinInvocationThreshold=2400 -XX:Tier4CompileThreshold=60000 -XX:Tier4BackEdgeThreshold=160000 %COMPSCAN_JAVA_OPTS% -jar "%home%\lib\compscan.jar" %*
exit /b %ERRORLEVEL%
