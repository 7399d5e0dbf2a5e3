#!/usr/bin/env bash
# Compiles kernels.cl to the PTX that compscan carries for CUDA: dev/accelerator-ptx.sh [CLANG]
#
# The result is the same, byte for byte, on any machine with clang 14 (Debian 12: apt-get install clang-14). A test compares the digest of
# the source in its first line with the source, so that nobody forgets to run this.
set -euo pipefail
cd "$(dirname "$0")/../compscan-gpu/src/main/resources/io/compscan/gpu"
clang=${1:-clang-14}

# Pascal (2016) and whatever came after it; the driver compiles it further for the GPU at hand.
{
  echo "// kernels.cl, SHA-256 $(sha256sum kernels.cl | cut -d' ' -f1)"
  "$clang" -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -target nvptx64-nvidia-cuda \
    -Xclang -target-cpu -Xclang sm_60 -Xclang -target-feature -Xclang +ptx60 -O3 -S -o - kernels.cl
} >kernels.ptx.new
mv kernels.ptx.new kernels.ptx
