echo in the helper
exit
